"""Air missions: strikes, support, supply flights and interceptions."""
