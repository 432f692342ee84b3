"""The terminal view: a pure model of what is shown and what keys mean, a feed that follows the hub, thin widgets."""
