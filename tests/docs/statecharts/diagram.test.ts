import { expect, test } from 'vitest'
import { createMachine } from 'xstate'
import { loadCharts } from '../../../scripts/docs/statecharts/charts.ts'
import { diagramsOf } from '../../../scripts/docs/statecharts/diagram.ts'
import { mermaidObjections } from './mermaid-rules.ts'
import { gateMachine } from './small-chart.ts'

const [motor = '', light = ''] = diagramsOf(gateMachine).map(({ text }) => text)

test('a chart of regions is drawn region by region', () => {
  expect(diagramsOf(gateMachine).map(({ node }) => node.key)).toEqual(['motor', 'light'])
})

test('what a region has inside is drawn inside, with its beginning and its end', () => {
  expect(motor.split('\n')).toEqual([
    'stateDiagram-v2',
    '    state "still" as gate_motor_still',
    '    state "moving" as gate_motor_moving {',
    '        state "slow" as gate_motor_moving_slow',
    '        state "fast" as gate_motor_moving_fast',
    '        [*] --> gate_motor_moving_slow',
    '        gate_motor_moving_slow --> gate_motor_moving_fast: drive done<br/>after closing',
    '        gate_motor_moving_fast --> gate_motor_moving_slow: always [isDay and not isStill]',
    '    }',
    '    state "broken" as gate_motor_broken',
    '    state "(any state)" as gate_motor__any',
    '    [*] --> gate_motor_still',
    '    gate_motor__any --> gate_motor_still: gate.close',
    '    gate_motor_still --> gate_motor_moving: gate.open [isDay] → fast<br/>gate.open [else]',
    '    gate_motor_moving --> gate_motor_broken: slow · drive failed',
    '    gate_motor_moving --> gate_motor_still: slow · after 500',
    '    gate_motor_broken --> [*]',
  ])
})

test('few regions inside a state stand side by side; names are made safe, moves that lead nowhere are left out', () => {
  expect(light.split('\n')).toEqual([
    'stateDiagram-v2',
    '    state "off" as gate_light_off',
    '    state "on" as gate_light_on {',
    '        state "lamp" as gate_light_on_lamp {',
    '            state "dim" as gate_light_on_lamp_dim',
    '            state "bright" as gate_light_on_lamp_bright',
    '            [*] --> gate_light_on_lamp_dim',
    '            gate_light_on_lamp_dim --> gate_light_on_lamp_bright: after computed',
    '        }',
    '        --',
    '        state "count-down" as gate_light_on_count_down {',
    '            state "idle" as gate_light_on_count_down_idle',
    '            [*] --> gate_light_on_count_down_idle',
    '        }',
    '    }',
    '    state "(any state)" as gate_light__any',
    '    [*] --> gate_light_off',
    '    gate_light__any --> gate_light_on: gate.ring [isRing(2)]',
    '    gate_light_off --> gate_light_on: light.toggle',
    '    gate_light_on --> gate_light_off: light.toggle',
  ])
})

test('many regions inside a state are one box, and drawn for themselves', () => {
  const region = { initial: 'a', states: { a: { on: { E: 'b' } }, b: {}, c: {} } }
  const machine = createMachine({
    id: 'm',
    initial: 'all',
    states: {
      all: { type: 'parallel', states: { one: region, two: region, three: region }, on: { STOP: 'none' } },
      none: {},
    },
  })
  const [whole, ...regions] = diagramsOf(machine)
  expect(whole?.text).toContain('state "all (3 regions)" as m_all\n')
  expect(whole?.text).toContain('m_all --> m_none: STOP')
  expect(regions.map(({ node }) => node.key)).toEqual(['one', 'two', 'three'])
})

test('more reasons for one arrow than can be read are counted', () => {
  const on = Object.fromEntries('abcdefghij'.split('').map((event) => [event, 'b']))
  const [{ text } = { text: '' }] = diagramsOf(createMachine({ id: 'm', initial: 'a', states: { a: { on }, b: {} } }))
  expect(text).toContain('m_a --> m_b: a<br/>b<br/>and 8 more, as the tables say')
})

test('a state that is entered anew as a whole begins inside', () => {
  const machine = createMachine({
    id: 'm',
    initial: 'a',
    states: {
      a: { initial: 'x', states: { x: { on: { GO: 'y' } }, y: {} }, on: { AGAIN: { target: 'a', reenter: true } } },
      b: {},
    },
  })
  expect(diagramsOf(machine)[0]?.text).toContain('m_a__any --> m_a_x: AGAIN')
})

test('what Mermaid would misread is written as a character reference', () => {
  const machine = createMachine({ id: 'm', initial: 'a', states: { a: { on: { 'x:y;z#': 'b' } }, b: {} } })
  expect(diagramsOf(machine)[0]?.text).toContain('m_a --> m_b: x#58;y#59;z#35;')
})

test.each((await loadCharts()).map(({ name, machine }) => [name, machine] as const))(
  'the pictures of %s keep to what Mermaid reads',
  (_, machine) => {
    const diagrams = diagramsOf(machine)
    expect(diagrams).not.toEqual([])
    expect(diagrams.flatMap(({ text }) => mermaidObjections(text))).toEqual([])
  },
)

test('the rules notice what they are for', () => {
  const head = 'stateDiagram-v2'
  expect(mermaidObjections(`${head}\nstate "a" as a\n[*] --> a`)).toEqual([])
  expect(mermaidObjections(`${head}\n[*] --> b`)).toEqual(['b does not stand beside'])
  expect(mermaidObjections(`${head}\nstate "a" as a\nstate "a" as a`)).toEqual(['a stands there twice'])
  expect(mermaidObjections(`${head}\nstate "a" as a {`)).toEqual(['1 brace is not closed'])
  expect(mermaidObjections(`${head}\nstate "a" as a\na --> a: x;y`)).toEqual(['line 3: a --> a: x;y'])
  expect(mermaidObjections('graph TD')).toEqual(['it does not begin with stateDiagram-v2'])
})
