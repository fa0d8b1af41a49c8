"""The umpire: legal games give nothing, and each of the planted offences is found."""
