"""What is worth saying in the next prompt, and how it is rendered."""
