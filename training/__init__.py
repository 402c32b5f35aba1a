"""How the embedded support model is trained. Nothing here is part of the package; see README.md beside this file."""
