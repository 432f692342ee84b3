"""`bellpull wrap`: a proxy around any MCP server of standard input and output, which carries nudges in the results of
its tools."""
