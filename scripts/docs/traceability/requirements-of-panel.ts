import type { Area } from './area.ts'

/** Notifications, push, looks, the shell and its pages, and what auditors and testers need. */
export const requirementsOfPanel: readonly Area[] = [
  {
    title: 'Notifications',
    requirements: {
      'NOT-1': 'The list is asked for with a user id, and used only where the answer says that there is no error.',
      'NOT-2': 'The bell counts the unread and shows the newest ten; a page shows all of them.',
      'NOT-3':
        'Reading and deleting show at once and are undone where the server refuses; those made from a push stay here, unless the list has them too.',
    },
  },
  {
    title: 'Alerts',
    requirements: {
      'ALERT-1':
        'A forced door, a gate held open and a device that lost contact stand in a toast, the title and the app badge until they are seen, and sound once a browser where somebody wishes it; more than three share one toast.',
      'ALERT-2': 'Every notification, event and name of a condominium or device leads to the page that it speaks of.',
      'ALERT-3': 'A forced door and a gate that was held open are two kinds of event, in words and in descriptions.',
    },
  },
  {
    title: 'Push',
    requirements: {
      'PUSH-1':
        'Permission, support, worker and token come one after the other; the token is logged masked and sent nowhere.',
      'PUSH-2': 'A push that reaches an open page becomes an unread notification and a toast of five seconds.',
      'PUSH-3':
        'Worker and token are waited for ten seconds, and each way to fail is a state of its own that is logged.',
      'PUSH-4':
        'A push that nobody sees is a notification of the system, whose click leads to the panel; who has not decided is asked again from the bell.',
    },
  },
  {
    title: 'Looks and layout',
    requirements: {
      'THM-1':
        'One chart has a region for each group of looks: colours, pictures, menu, header, layout, width, position, direction, skin.',
      'THM-2':
        'Within a group one choice takes the place of another; Reset All returns to the defaults and throws nobody out.',
      'THM-3':
        'What was chosen is worn before the first paint; one table names the key, class and effect of each choice.',
      'THM-4': "The direction of reading swaps Bootstrap's stylesheet; the panel's own styles follow it.",
      'THM-5': 'A picked colour brings its tints along; what is no colour is refused.',
      'THM-6':
        'Header and menu are pinned by scrolling, arrows slide a menu that does not fit, and motion is left out for who wants none.',
      'THM-7': 'The style switcher in the header offers every choice.',
    },
  },
  {
    title: 'Shell and pages',
    requirements: {
      'SHELL-1': 'Every address and alias shows its page in one of three layouts, loaded when it is needed.',
      'SHELL-2':
        'The header has search, looks, fullscreen, bell, connection and the menu of the user; a loader and a way back to the top stand by.',
      'SHELL-3': 'What breaks, and an address that does not exist, is an error page that says what happened.',
      'SHELL-4':
        'The dashboard shows condominiums, devices, circuits, live events, port tests and health; every number leads to its list.',
      'SHELL-5':
        'The profile shows the person, what that person sees and may do, sessions, password and notifications.',
      'SHELL-6': "The template's demo shop has its twelve products, and both buttons narrow the list to one.",
      'SHELL-7':
        'Every page works from 360 px upwards, by keyboard alone, and passes the checks of accessibility in every look.',
    },
  },
  {
    title: 'What the screen may claim',
    requirements: {
      'LIVE-1':
        'What the screen shows has a source and an age: while its source does not answer it has no colour and says from when it is.',
      'LIVE-2':
        'The live connection heals itself: ten attempts, a rest of a minute, and ten more, at once where there is a sign of the server.',
      'LIVE-3':
        "When an open circuit's two minutes are over and somebody sees the panel, it tries the device itself: one call, never a command, one tab of the browser for all.",
      'LIVE-4':
        'A call that the end of the page cuts off counts nothing, frees the place of a trial and leaves no move.',
      'LIVE-5':
        'What failed while the panel had no network is asked again when it has one, and the server is not blamed for it.',
      'LIVE-6':
        'A selected condominium scopes what can be scoped, and what cannot says so; the header search undoes it, and one that is gone ends as all, with a word.',
      'LIVE-7':
        'A deactivated device counts neither as available nor as unavailable; no verdict cites a view of the server older than what the panel has seen, and it says from when it is.',
      'LIVE-8':
        'A page whose code did not come says so and is tried again by itself; those that a user may open are fetched while the browser is idle.',
      'LIVE-9':
        'No cache answers for devices or health, and a first load that stalls for 20 s says so and offers another try.',
      'LIVE-10':
        "Every age counts from the server's clock: the actors' clock plus the difference that its answers show.",
      'LIVE-11':
        'What has an effect at a gate asks once, says what will happen to whom passes there, takes a reason, is recorded with its answer, and can be taken back where it has an opposite.',
    },
  },
  {
    title: 'Pages made for the gate',
    requirements: {
      'PAGE-1':
        'The dashboard begins with one sentence on how things stand, then what is in trouble, worst first, then what happens.',
      'PAGE-3':
        'A page searches all events by condominium, device, kind and time down to the minute, goes back as far as they go, and exports them.',
      'PAGE-4':
        "A device's verdict ends in what to do: numbered steps for this failure, the telephone of the maintenance, and a text to hand to it.",
      'PAGE-5':
        'One list tells what the server saw of a device and what this panel did; the time it was online is told in per cent, with the unknown said apart.',
      'PAGE-6': 'The header search finds devices too, and puts first what was opened lately and what is in trouble.',
    },
  },
  {
    title: 'Auditors',
    requirements: {
      'AUD-1':
        'A document for auditors tells how failing devices are treated, made from the running machines, and fails when it is stale.',
      'AUD-2':
        'Every move of a circuit, reset, step of a deletion and count of refusals is recorded here first and then delivered, once.',
      'AUD-3': 'A page filters the records and exports them.',
      'EVI-7':
        'The document says what the screen says, by which rule a failure counts, who may do what, and where the records are.',
      'EVI-8':
        'Only the server’s own refusal ends the delivery of a record; a storage that hangs or is cleared is told, and done without.',
    },
  },
  {
    title: 'Inspector',
    requirements: {
      'INS-1': 'Testers see every live chart with its states, events and context, and may send events.',
      'INS-2': 'Testers make a simulated device fail from the panel, to walk through a failure.',
    },
  },
  {
    title: 'Tests from models',
    requirements: {
      'MBT-1':
        'The main flows have models of their own, written apart from the charts; every path of a model is walked with the real actor.',
      'MBT-2': 'States, transitions and sides of guards that no path reaches fail the tests, unless a reason is given.',
    },
  },
  {
    title: 'Names that people and their tools hear',
    requirements: {
      'A11Y-1': 'The fields of the sign-in page have their names, and a refused sign-in is an alert.',
      'A11Y-2': 'Everything in the header has its name, and the connection is a status.',
      'A11Y-3': "A device's page names the state of the circuit in words and offers its buttons by name.",
    },
  },
]
