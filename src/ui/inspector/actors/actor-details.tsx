import { Tabs } from 'radix-ui'
import { useState } from 'react'
import type { RecordedActor } from '../../../inspector/recording/recording.ts'
import { ContextChanges } from '../chart/context-changes.tsx'
import { outcomeTexts, recordedEventText } from '../chart/state-text.ts'
import { EventSender } from '../events/event-sender.tsx'
import { DeviceWalk, SimulatedDeviceWatch } from '../faults/device-walk.tsx'
import { FaultControl } from '../faults/fault-control.tsx'
import { PageFaultsControl } from '../faults/page-faults-control.tsx'
import { useActorState, useInspector, useInspectorPart, useMoment, useRecording } from '../inspector-hooks.ts'
import { ValueTree } from './value-tree.tsx'
import './actor-details.css'

type Detail = 'state' | 'event' | 'send' | 'fault'

/** Tabs of an actor: context, current event, event sender, and fault of a simulated device (INS-1, INS-2). */
export function ActorDetails({ actor }: { actor: RecordedActor }) {
  const [shown, setShown] = useState<Detail>('state')
  const simulator = useInspectorPart('simulator')
  const { recording } = useRecording()
  return (
    <Tabs.Root
      className="card actor-details d-grid min-w-0"
      activationMode="manual"
      value={shown}
      onValueChange={(value) => setShown(detailOf(value))}
    >
      {simulator !== null && <SimulatedDeviceWatch simulator={simulator} />}
      <Tabs.List className="actor-tabs d-flex flex-wrap border-bottom" aria-label="Detalhes">
        <Tabs.Trigger value="state">Contexto</Tabs.Trigger>
        <Tabs.Trigger value="event">Evento</Tabs.Trigger>
        <Tabs.Trigger value="send">Enviar</Tabs.Trigger>
        <Tabs.Trigger value="fault">Falha</Tabs.Trigger>
      </Tabs.List>
      <Tabs.Content value="state">
        <StateDetail actor={actor} />
      </Tabs.Content>
      <Tabs.Content value="event">
        <EventDetail actor={actor} />
      </Tabs.Content>
      <Tabs.Content value="send">
        <EventSender actor={actor} />
      </Tabs.Content>
      <Tabs.Content value="fault">
        {recording.isLive && simulator !== null ? (
          <>
            <FaultControl simulator={simulator} wordCode={wordCodeOf(actor)} />
            <DeviceWalk simulator={simulator} />
            <PageFaultsControl />
          </>
        ) : (
          <p className="card-note">Feche a gravação para simular uma falha neste painel.</p>
        )}
      </Tabs.Content>
    </Tabs.Root>
  )
}

function detailOf(value: string): Detail {
  return value === 'event' || value === 'send' || value === 'fault' ? value : 'state'
}

/** Reads the wordCode from the name of a device's actor: `breaker:PORTARIA-01`. */
function wordCodeOf({ name }: RecordedActor): string | null {
  return /^(?:breaker|operation|deletion|retry):([^\s:]+)/.exec(name)?.[1] ?? null
}

function StateDetail({ actor }: { actor: RecordedActor }) {
  const state = useActorState(actor.id)
  if (state === null) return <p className="card-note">Este ator ainda não vivia neste momento.</p>
  return (
    <>
      {state.tags.length > 0 && (
        <p className="state-tags d-flex flex-wrap gap-1" dir="ltr">
          {state.tags.map((tag) => (
            <span key={tag} className="text-soft text-sm">
              {tag}
            </span>
          ))}
        </p>
      )}
      <ContextChanges actor={actor} />
      {state.context === undefined ? null : <ValueTree key={actor.id} name="contexto" value={state.context} />}
      {state.output !== undefined && <ValueTree name="resultado" value={state.output} />}
      {state.error !== undefined && <ValueTree name="erro" value={state.error} />}
      {state.context === undefined && state.output === undefined && state.error === undefined && (
        <p className="card-note">Nada guardado.</p>
      )}
    </>
  )
}

function EventDetail({ actor }: { actor: RecordedActor }) {
  const { recording } = useRecording()
  const inspector = useInspector()
  const moment = useMoment()
  const event = moment === null ? newestOf(actor.id, recording) : recording.event(moment)
  if (event === undefined) return <p className="card-note">Nenhum evento gravado.</p>
  const target = recording.actor(event.targetId)
  return (
    <>
      <dl className="event-facts d-grid text-anywhere">
        <dt>Evento</dt>
        <dd dir="ltr">{recordedEventText(recording, event)}</dd>
        <dt>Número</dt>
        <dd>{event.seq}</dd>
        <dt>Ator</dt>
        <dd>
          {target === undefined || target.id === actor.id ? (
            <bdi>{target?.name}</bdi>
          ) : (
            <button
              type="button"
              className="btn btn-link"
              onClick={() => inspector.send({ type: 'actor.choose', id: target.id })}
            >
              {target.name}
            </button>
          )}
        </dd>
        <dt>Resultado</dt>
        <dd>{outcomeTexts[event.outcome]}</dd>
      </dl>
      <ValueTree key={event.seq} name="evento" value={recording.payload(event.seq)} />
    </>
  )
}

function newestOf(actorId: string, recording: ReturnType<typeof useRecording>['recording']) {
  const seq = recording.seqs.findLast((each) => recording.event(each)?.targetId === actorId)
  return seq === undefined ? undefined : recording.event(seq)
}
