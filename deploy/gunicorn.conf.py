"""For running gunicorn under your own process manager: `gunicorn -c deploy/gunicorn.conf.py`.

The values are those of `jide serve`, taken from the JIDE_ environment variables; write over below what must differ.
"""

from jide.embedded.gunicorn_conf import (  # noqa: F401  # gunicorn reads the names of this module
    accesslog,
    bind,
    control_socket_disable,
    graceful_timeout,
    keepalive,
    limit_request_line,
    loglevel,
    preload_app,
    threads,
    timeout,
    worker_class,
    worker_tmp_dir,
    workers,
    wsgi_app,
)

# Behind a reverse proxy on another machine, name its address, so that its X-Forwarded-Proto is believed:
# forwarded_allow_ips = "10.0.0.7"
