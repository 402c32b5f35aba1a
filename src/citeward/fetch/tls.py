"""Trust anchors of the fetch. Built by hand, because the convenient constructors obey environment variables:
SSL_CERT_FILE could add an issuer and SSLKEYLOGFILE would write the session keys to disk."""

from __future__ import annotations

import ssl
from pathlib import Path


def client_context(ca_file: Path | None = None) -> ssl.SSLContext:
    """A context that demands a certificate valid for the host name, TLS 1.2 or later.

    Issuers come from `ca_file` (PEM) alone if given, else from the locations compiled into OpenSSL, else from certifi.
    Raises OSError or ssl.SSLError when the anchors cannot be read.
    """
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)  # verifies certificate and host name by default
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    if ca_file is not None:
        context.load_verify_locations(cafile=ca_file)
        return context
    paths = ssl.get_default_verify_paths()
    cafile = paths.openssl_cafile if Path(paths.openssl_cafile).is_file() else None
    capath = paths.openssl_capath if Path(paths.openssl_capath).is_dir() else None
    if cafile is None and capath is None:
        import certifi

        cafile = certifi.where()
    context.load_verify_locations(cafile=cafile, capath=capath)
    return context
