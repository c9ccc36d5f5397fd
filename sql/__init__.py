"""Migrations, policies and named queries; shipped as the package jide.sql."""
