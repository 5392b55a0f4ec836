"""The back ends: scenes and pages become PDF, SVG and PNG."""
