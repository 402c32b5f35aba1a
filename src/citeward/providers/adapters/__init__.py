"""One file per provider or framework, each with a module constant ``ADAPTERS``. The registry finds them by itself."""
