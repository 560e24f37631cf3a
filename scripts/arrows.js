/** Folders of charts that start charts of other folders: a supervisor and its children. */
const supervised = {
  condominiums: ['condominium-form', 'contacts', 'event-feed', 'procedures'],
  devices: ['breaker', 'retry'],
}
const vague = '(^|/)(utils?|helpers?|common|misc|index)(/|\\.|$)'

/**
 * Allowed directions of imports (docs/architecture.md), types included. The rules name folders, never files, so that a
 * new file is covered.
 * @type {import('dependency-cruiser').IConfiguration}
 */
export default {
  forbidden: [
    forbid('no circular imports', {}, { circular: true }),
    forbid('a file name describes the content', { path: vague }, {}),
    forbid('a file name describes the content', {}, { path: `^(contract|src|backend|scripts|tests)/(.*)${vague}` }),
    forbid('the contract is a leaf', { path: '^contract/' }, { path: '^(src|backend|scripts|tests)/' }),
    forbid('the contract runs anywhere', { path: '^contract/' }, { dependencyTypes: ['core'], dynamic: false }),
    forbid(
      'the contract runs anywhere',
      { path: '^contract/' },
      { path: '^node_modules/(?!(valibot|saxen|fflate|xstate)/)' },
    ),
    forbid(
      'backend and panel share nothing but the contract',
      { path: '^backend/' },
      { path: '^(src|scripts|tests)/' },
    ),
    forbid('backend and panel share nothing but the contract', { path: '^src/' }, { path: '^backend/' }),
    forbid('the product does not import tests', { path: '^src/' }, { path: '^tests/' }),
    forbid('the panel does not import build scripts', { path: '^src/' }, { path: '^scripts/' }),
    forbid('a service imports no machine and no view', { path: '^src/services/' }, { path: '^src/(?!services/)' }),
    forbid(
      'a machine imports neither views nor the composition',
      { path: '^src/machines/' },
      { path: '^src/(?!(machines|services|inspector)/)' },
    ),
    forbid(
      'a machine imports only types from outside',
      { path: '^src/machines/' },
      { path: '^src/(services|inspector)/', dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'sibling flows never import each other',
      { path: '^src/machines/([^/]+)/', pathNot: `^src/machines/(panel|${Object.keys(supervised).join('|')})/` },
      { path: '^src/machines/', pathNot: '^src/machines/($1|parts)/' },
    ),
    ...Object.entries(supervised).map(([flow, children]) =>
      forbid(
        'a supervisor imports only its children',
        { path: `^src/machines/${flow}/` },
        { path: '^src/machines/', pathNot: `^src/machines/(${[flow, 'parts', ...children].join('|')})/` },
      ),
    ),
    forbid(
      'the root imports only types of lazy chunks',
      { path: '^src/machines/panel/' },
      {
        path: '^src/machines/',
        pathNot: '^src/machines/(panel|parts|connectivity|version|session)/',
        dependencyTypesNot: ['type-only'],
      },
    ),
    forbid(
      'the inspector imports no flow and no view',
      { path: '^src/inspector/' },
      { path: '^src/(?!(inspector|services)/)' },
    ),
    forbid(
      'a view never imports a service',
      { path: '^src/ui/' },
      { path: '^src/services/', dependencyTypesNot: ['type-only'] },
    ),
    forbid('a view does not import the composition', { path: '^src/ui/' }, { path: '^src/composition/' }),
    forbid(
      'shared backend folders do not import topics',
      { path: '^backend/(database|http)/' },
      { path: '^backend/(?!$1/|(bounds|unwritable-disk)\\.ts$|program-name\\.js$)' },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(node_modules|dist)/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.js'] },
  },
}

/**
 * @param {string} comment the rule in words
 * @param {import('dependency-cruiser').IRegularForbiddenRuleType['from']} from
 * @param {import('dependency-cruiser').IRegularForbiddenRuleType['to']} to
 * @returns {import('dependency-cruiser').IRegularForbiddenRuleType}
 */
function forbid(comment, from, to) {
  return { name: comment.replaceAll(' ', '-'), comment, severity: 'error', from, to }
}
