import type { Area } from './area.ts'

/** Configuration, the root, the session, the version, calls, condominiums. */
export const requirementsOfSessions: readonly Area[] = [
  {
    title: 'Configuration',
    requirements: {
      'CFG-1':
        'One build for every place: `/config.json` says where the services are; without it defaults hold, and an invalid key is named on a full page.',
      'CFG-2':
        'Over plain http the panel does without what the browser withholds there: no push, and a way round for the rest.',
    },
  },
  {
    title: 'The root',
    requirements: {
      'BOOT-1': 'One root starts every other actor; some live as long as the page, the rest as long as a session.',
      'BOOT-2':
        'The look is there before the first paint; then version check and restored session run together, and a version change wins.',
      'BOOT-3':
        'What fails in the background is logged and blocks nothing; a view with nothing to show says so and offers another try.',
      'BOOT-4':
        'A child that crashes is started again, three times a minute at most; then an error page offers a reload.',
    },
  },
  {
    title: 'Session',
    requirements: {
      'SES-1': 'The session stands in a cookie that ends when it does and replaces the one before.',
      'SES-2': 'Without a usable end a session lasts an hour; the remember flag is read as yes or no.',
      'SES-3': 'From the grant until its removal the token goes with every call to both services.',
      'SES-4': 'A cookie that cannot be read is deleted, as if there had been none.',
      'SES-5': 'A refused token ends the session once, however many calls hear of it, and leads to the start.',
      'SES-6':
        'A page that loads within a session extends it; one that loads after its end says so in a dialog and reloads.',
      'SES-7': 'The user record is kept in local storage; one id or a list of them is understood.',
      'SES-8':
        'A sign-out revokes the token and clears what was kept; a selection that the user may not see is dropped.',
      'SES-9':
        'A session lasts a shift: it renews itself when asked to, or by activity, and warns five minutes before it ends.',
      'SES-10': 'Sign-in, sign-out and end in one tab are those of all tabs.',
      'SES-11': 'Who asks for a page without a session signs in first and then gets that page.',
    },
  },
  {
    title: 'Version check',
    requirements: {
      'VER-1':
        'Another version than the stored one empties what is kept here, but for undelivered audit records, and loads the page anew.',
      'VER-2':
        'It is looked for on load, after a chunk that failed and every half hour; while somebody works it is offered, never forced, and nothing reloads in a loop.',
    },
  },
  {
    title: 'Calls and their results',
    requirements: {
      'HTTP-1':
        'Every call ends as a success, a failure with status and body, a failure without an answer, or nothing after a refused token.',
      'HTTP-2': 'Any status below 400 is a success.',
      'HTTP-3': 'The XSRF cookie goes back as a header, to the own origin alone.',
      'HTTP-4':
        "Each form of generic data access is the path of a route or a function of its own, scoped by user and condominium, with the page's query where it is asked for.",
      'HTTP-5': 'A spreadsheet of devices is uploaded whole; what the server says of a failure is told.',
      'HTTP-6':
        'Each call of the services for condominiums, devices, health, port tests, events and notifications is a route of the contract, called by its types.',
      'HTTP-7':
        'What comes from outside is checked by a schema; what does not fit is logged and dropped, and of a list only the bad item.',
    },
  },
  {
    title: 'Condominiums',
    requirements: {
      'CON-1':
        'The selected condominium is kept over reloads and scopes every view and call at once; long lists of ids are asked for in parts.',
      'CON-2':
        'The search in the header finds names whatever their case and accents, and shows of each when it was last heard of and whether it is active.',
      'CON-3': 'The search is worked by keyboard alone and stays smooth with 10,000 condominiums.',
      'CON-4':
        'Condominiums are listed, created, edited and deleted on a page of their own, and a CEP fills the address in.',
      'PAGE-2':
        'A condominium has a page: whom to call, its devices with those in trouble first, and what happens at its gates.',
    },
  },
  {
    title: 'Activity of condominiums',
    requirements: {
      'ACT-1':
        'Last events and port tests are asked for soon after sign-in, every half hour, after a lost connection and when a person wants it.',
      'ACT-2': 'A condominium is active while its text speaks of now or of minutes; without a text it is inactive.',
      'ACT-3':
        'What the socket tells of condominiums marks them as active now and is passed on as events of the window.',
      'ACT-4': 'The text grows older on screen by itself, until the condominium counts as inactive.',
      'ACT-5': 'Bursts of a thousand ids a second are taken in batches, so that no frame is lost.',
    },
  },
]
