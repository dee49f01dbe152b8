# Gimbal with everything that a notebook needs: for a dev container, Codespaces, Binder, JupyterHub, and by itself
#
#   docker build -t gimbal .
#   docker run --rm -p 127.0.0.1:8642:8642 -v "$PWD":/home/jovyan/work -w /home/jovyan/work gimbal studio
#
# What the steps do stands in Packaging/image; “make image” goes through the same steps without Docker.

# The image of a Swift toolchain that lies below /usr, on the Debian that comes next.
ARG SWIFT_IMAGE=swift:6.3.1-bookworm
ARG DEBIAN_IMAGE=debian:bookworm-slim

FROM ${SWIFT_IMAGE} AS build
WORKDIR /src
COPY . .
RUN sh Packaging/image/builder / /made

FROM ${DEBIAN_IMAGE}
ARG NB_USER=jovyan
ARG NB_UID=1000
ENV NB_USER=${NB_USER}
ENV NB_UID=${NB_UID}
ENV USER=${NB_USER}
ENV HOME=/home/${NB_USER}
ENV PATH=/opt/jupyter/bin:/opt/swift/usr/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
ENV LANG=C.UTF-8
ENV SHELL=/bin/bash
COPY --from=build /made/swift /opt/swift
COPY --from=build /made/package /opt/package
COPY Packaging/image requirements.txt /opt/package/
RUN sh /opt/package/system
COPY --chown=${NB_UID}:${NB_UID} notebooks ${HOME}/notebooks
USER ${NB_UID}
WORKDIR ${HOME}
# JupyterLab, and the studio.
EXPOSE 8888 8642
ENTRYPOINT ["tini", "-g", "--", "gimbal-start"]
CMD ["lab"]
