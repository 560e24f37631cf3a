import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectDir } from './project-dir.ts'

const services = [
  ...readFileSync(join(projectDir, 'docs/deploy/compose.yaml'), 'utf8')
    .replace(/^.*^services:$/ms, '')
    .replace(/^volumes:$.*/ms, '')
    .matchAll(/^ {2}([\w-]+):/gm),
].map(([, name = '']) => name)

const readinessCall = "node -e fetch('http://127.0.0.1:8080/readyz').then("

/**
 * Programs that need a whole machine, as scripts by name. They refuse unknown units, services and flags with exit code 2,
 * and run a `guarita` command of a container in the scratch installation.
 */
export const standIns: Record<string, string> = {
  sudo: '#!/bin/sh\nexec env "$@"\n',
  systemctl: `#!/bin/bash
units=${join(projectDir, 'docs/deploy')}
case $1 in
  daemon-reload) exit $(($# - 1)) ;;
  enable) shift; [ "$1" != --now ] || shift ;;
  start | stop | restart | reload) shift ;;
  *) echo "systemctl: $1?" >&2; exit 2 ;;
esac
[ $# -gt 0 ] || exit 2
for unit; do
  [ "$unit" = nginx ] || [ -f "$units/$unit" ] || [ -f "$units/$unit.service" ] || { echo "no unit $unit" >&2; exit 2; }
done
`,
  docker: `#!/bin/bash
refuse() { echo "docker: $*?" >&2; exit 2; }
service() { case " ${services.join(' ')} " in *" $1 "*) ;; *) refuse "service $1" ;; esac; }
[ "$1" != tag ] || { [ $# = 3 ] && [[ $2$3 == guarita*guarita* ]] && exit 0; refuse "$@"; }
[ "$1" = compose ] || refuse "$@"
[ -f compose.yaml ] || refuse "compose without compose.yaml"
shift
command=$1
shift
case $command in
  build) [ $# = 0 ] || refuse build "$@" ;;
  stop) for each; do service "$each"; done ;;
  up)
    for each; do case $each in --build | --detach) ;; -*) refuse up "$each" ;; *) service "$each" ;; esac; done ;;
  exec | run)
    [ "$command" = exec ] || { [ "$1" = --rm ] || refuse run "$@"; shift; }
    service "$1"
    shift
    case "$*" in
      guarita\\ *) exec "$@" ;;
      "${readinessCall}"*) ;;
      *) refuse "$command" "$@" ;;
    esac
    ;;
  *) refuse "compose $command" ;;
esac
`,
}
