"""The hooks of coding tools: what each tells and takes (one module per tool, pure), and the fast way between it and the
hub. Nothing is imported here: the fast way cannot afford it."""
