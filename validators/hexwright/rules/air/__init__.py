"""Air missions: strikes, support, supply flights, interceptions."""
