/** Rules of this project for oxlint. Each forbids what a selector finds. */
const forbid = (selectors, message) => ({
  create: (context) =>
    Object.fromEntries(selectors.map((selector) => [selector, (node) => context.report({ node, message })])),
});

export default {
  meta: { name: 'own' },
  rules: {
    // Time zones are those of the release that `shared/time-zones` has, never those of the Node.js or browser that happens to
    // run: see docs/decisions/time-zones-are-pinned.md.
    'pinned-time-zones': forbid(
      [
        'MemberExpression[object.name="Intl"][property.name=/^(DateTimeFormat|supportedValuesOf)$/]',
        'CallExpression[callee.property.name=/^(toLocaleDateString|toLocaleTimeString|getTimezoneOffset|setZone|toLocal)$/]',
        'CallExpression[callee.property.name=/^(get|set)(FullYear|Month|Date|Day|Hours|Minutes)$/]',
        'ImportDeclaration[source.value="luxon"] ImportSpecifier[imported.name!="DateTime"]',
        'CallExpression[callee.object.name="DateTime"][callee.property.name=/^(now|local)$/]',
        'Property[key.name="zone"][value.type="Literal"][value.value!="utc"]',
      ],
      'Only shared/time-zones knows the clocks of zones.',
    ),
    // What a handler gets has its table bound to the account; the platform of the process has not.
    'bound-platform': forbid(
      ['CallExpression[callee.name=/^get\\w*Platform$/][arguments.length=0]'],
      'Use the platform of the request: its table is bound to the account.',
    ),
  },
};
