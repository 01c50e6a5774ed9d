#!/bin/sh
# Runs a command of Cartelera as the user and with the configuration of the service: cartelera check
set -a
. /etc/cartelera/cartelera.env
exec runuser -u cartelera -- /opt/cartelera/bin/cartelera "$@"
