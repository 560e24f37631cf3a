import type { Area } from './area.ts'

/** The live connection, devices, their circuits, retries, health. */
export const requirementsOfDevices: readonly Area[] = [
  {
    title: 'Live connection',
    requirements: {
      'SOC-1':
        'While somebody is signed in a socket is open, by websocket or else by polling, with the token of the moment.',
      'SOC-2':
        'A lost connection is tried again ten times, after one to five seconds; each try is given up after twenty.',
      'SOC-3':
        'Where the configured namespace does not exist, the root takes its place after four seconds, until the next sign-in.',
      'SOC-4': 'After the last try a person, the network or a look at the page starts over.',
      'SOC-5':
        'The header says how the connection stands, a screen reader hears each change once, and a refused token ends the session.',
    },
  },
  {
    title: 'Devices',
    requirements: {
      'DEV-1': 'A device is known by its wordCode, everywhere.',
      'DEV-2':
        'Calls to devices have a time-out of their own, retries outside and the circuit inside, so that each attempt counts.',
      'DEV-3':
        'Only silence, time-outs and server errors count against a device; refusals, cancelled calls, those made offline and those that a busy server did not make do not.',
      'DEV-4': 'All attempts of one call share a key, so that no retry acts twice.',
      'DEV-5':
        'A deletion goes three ways one after the other, whatever the circuit says; a device that is already gone is a success.',
      'DEV-6':
        'Pages list the devices and show each one: how it stands and why, when it is tried again, what happened, and what can be done.',
    },
  },
  {
    title: 'Circuit of a device',
    requirements: {
      'CB-1':
        'Each device has a circuit: failures in a row, when the last one was, its state, and whether it is available.',
      'CB-2': 'It starts closed and opens at the fifth failure in a row; a success in between forgets them.',
      'CB-3':
        'Open, it refuses for two minutes after the last failure, with an error of its own; the next call is a trial.',
      'CB-4': 'A success closes it; a trial that fails opens it again and counts.',
      'CB-5':
        'Half open, one trial at a time is let through, and loses its place after thirty seconds without a result.',
      'CB-6': 'A person may close it at once; the server is told, and where that fails the reset here stands.',
      'CB-7':
        'The late result of a call from an earlier period does not move it; a late failure moves only the time of the last one.',
      'CB-8':
        'It takes an actor only while there is something to remember or somebody watches: healthy devices cost none.',
      'CB-9': 'It survives a reload of its tab.',
    },
  },
  {
    title: 'Scale',
    requirements: {
      'SCA-3':
        '50,000 devices are checked in five minutes or less, and how old the oldest check is can be seen; devices that hang delay no others.',
      'SCA-4':
        'Under load a healthy answer stays quick: calls to devices have a bound beyond which the server says that it did not ask, and lists are answered by 304 or from a cache where nothing changed.',
    },
  },
  {
    title: 'Retry',
    requirements: {
      'RET-1':
        'Two policies say how often a call is made again and after which delays, with jitter for calls over the network.',
      'RET-2':
        'A retry is a chart, entered after the first failure; it may be cancelled, minds Retry-After, and ends with the final error.',
    },
  },
  {
    title: 'Health',
    requirements: {
      'HEA-1': 'The health service is asked for a device, a reset, an overview, details, figures and a clean-up.',
      'HEA-2': 'Checks, pings and clean-ups have a rhythm of their own, rest while nobody looks, and catch up once.',
      'HEA-3': "The panel counts its own calls, their outcome and length, the last clean-up and the browser's memory.",
      'HEA-4': 'A page shows the service, these figures and each device, and lets a person refresh and clean up.',
    },
  },
]
