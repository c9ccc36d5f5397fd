"""From what a user said to signals: rules, the classifier's place, fusion, normalisation."""
