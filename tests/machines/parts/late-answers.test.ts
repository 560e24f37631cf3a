import { globSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { type AnyStateNode, StateMachine } from 'xstate'

/** Causes that a call under way may ignore a request for the same call, with the reason. */
const excused: Readonly<Record<string, string>> = {
  ...excuse('the request is for the page that the call loads', [
    'auditLog list.loading on auditLog.more',
    'deviceTimeline loadingMore on timeline.more',
    'eventSearch list.loading on eventSearch.more',
    'incidentWorklist past.loading on past.more',
  ]),
  ...excuse('a person asks for the answer that is under way, and nothing has changed', [
    'deviceTimeline loading on timeline.reload',
    'health checking.asking on health.refresh',
    'session stored.warning.continuing on session.continue',
    'simulator loading on simulator.reload',
  ]),
  ...excuse('the answer under way may itself have restored the service', [
    'deviceList place.loading on deviceService.restored',
    'deviceTimeline loading on deviceService.restored',
  ]),
  ...excuse('the next file that is missing starts the check again', ['version check.rechecking on chunk.failed']),
  ...excuse('the list under way is as new as the page', [
    'condominiums list.loading on page.opened',
    'condominiums list.loading on page.shown',
  ]),
  ...excuse('the call changes objects of the page and is answered before another event', [
    'pageFaults applying on pageFaults.set',
  ]),
  ...excuse('the call reads browser storage and is answered before another event', [
    'session rereading on session.changedElsewhere',
    'theme restoring on theme.changedElsewhere',
  ]),
  ...excuse('the call is the newest question whether the service answers', [
    'source service.doubted on call.unanswered',
    'source service.doubted on deviceService.lost',
    'source service.doubted on health.lost',
    'source service.doubted on server.lost',
    'source service.doubted on socket.lost',
    'source service.doubted on page.shown',
  ]),
  ...excuse('the call changes or plays something: the next call follows its end', [
    'auditLog file.exporting on auditLog.export',
    'contacts exporting on sheet.export',
    'contacts reading on sheet.choose',
    'contacts saving on contact.move',
    'contacts saving on contact.remove',
    'contacts saving on contact.save',
    'contacts saving on sheet.apply',
    'gateOpening sent on gate.confirm',
    'handover open.acceptance.sending on handover.accept',
    'incidentPage deed.acting on action.do',
    'incidentPage deed.acting on comment.send',
    'inspector saving.writing on file.save',
    'inspector source.reading on file.choose',
    'integrationLists changing on kind.remove',
    'integrationLists changing on kinds.set',
    'integrationLists changing on token.end',
    'integrationLists changing on token.make',
    'personForm open.record.saving on conflict.keepMine',
    'procedures applying on sheet.apply',
    'procedures exporting on sheet.export',
    'procedures reading on sheet.choose',
    'procedures saving on conflict.keepMine',
    'proof proving on proof.give',
    'push permission.asking on push.enable',
    'report sending on report.send',
    'session absent.signingIn on session.signIn',
    'wall soundPreference.on.sounding on sound.try',
    'wall soundPreference.on.sounding on wall.called',
    'wallLinks making on links.make',
    'wallLinks revoking on links.revoke',
  ]),
}

const charts = await Promise.all(
  globSync('src/machines/**/*.machine.ts').map(async (file) =>
    Object.values(await import(/* @vite-ignore */ pathToFileURL(file).href)),
  ),
)
const machines = charts.flat().filter((chart) => chart instanceof StateMachine)

/** If an event arrives during a call, the answer may be outdated, so the machine must make the call again. */
test('an event that starts a call again after its answer is handled while the call is under way', () => {
  expect(machines.length).toBeGreaterThan(40)
  const ignored = machines.flatMap((machine) =>
    nodesOf(machine.root).flatMap((asking) => ignoredIn(machine.id, asking)),
  )
  expect([...new Set(ignored)].sort()).toEqual(Object.keys(excused).sort())
})

function ignoredIn(id: string, asking: AnyStateNode): string[] {
  const handled = new Set(
    [...withAncestors(asking), ...entered(asking)].flatMap((node) => [...node.transitions.keys()]),
  )
  return asking.invoke
    .flatMap((invoked) => asking.transitions.get(`xstate.done.actor.${invoked.id}`) ?? [])
    .flatMap(({ target = [] }) => [...target, ...target.flatMap(next)].flatMap(nodesOf))
    .flatMap((answered) => [...answered.transitions])
    .filter(([, transitions]) => transitions.some(({ target = [] }) => target.includes(asking)))
    .flatMap(([type]) =>
      type.startsWith('xstate.') || handled.has(type) ? [] : `${id} ${asking.path.join('.')} on ${type}`,
    )
}

function nodesOf(node: AnyStateNode): AnyStateNode[] {
  return [node, ...Object.values(node.states).flatMap((child) => nodesOf(child as AnyStateNode))]
}

function withAncestors(node: AnyStateNode): AnyStateNode[] {
  return node.parent === undefined ? [node] : [node, ...withAncestors(node.parent)]
}

/** Returns the states that follow a state without an event. */
function next({ always = [] }: AnyStateNode): AnyStateNode[] {
  return always.flatMap(({ target = [] }) => target)
}

/** Returns the states below a state that are active when the call begins. */
function entered(node: AnyStateNode): AnyStateNode[] {
  const regions = node.type === 'parallel' ? Object.values(node.states) : []
  const { target = regions } = node.type === 'compound' ? node.initial : {}
  return target.flatMap((child) => [child, ...entered(child)])
}

function excuse(reason: string, calls: readonly string[]): Record<string, string> {
  return Object.fromEntries(calls.map((call) => [call, reason]))
}
