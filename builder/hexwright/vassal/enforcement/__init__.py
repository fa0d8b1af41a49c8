"""Turn the declarative rules into what a module does about them: tables, scripts and traits."""
