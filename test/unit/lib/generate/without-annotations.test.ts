import { withoutAnnotations } from '../../../../lib/generate/without-annotations';

it('leaves out of a schema what checks nothing', () => {
  const schema = {
    type: 'object',
    title: 'Body',
    documented: { not: { required: ['a', 'b'] } },
    properties: {
      to: { type: 'string', minLength: 1, description: 'Recipient.', examples: ['+12125550123'] },
      tags: { type: 'array', items: { type: 'string', description: 'A tag.' } },
    },
    anyOf: [{ required: ['to'], description: 'To one.' }, { required: ['tags'] }],
  };

  expect(withoutAnnotations(schema)).toEqual({
    type: 'object',
    properties: {
      to: { type: 'string', minLength: 1 },
      tags: { type: 'array', items: { type: 'string' } },
    },
    anyOf: [{ required: ['to'] }, { required: ['tags'] }],
  });
});

it('keeps properties and values that have the names of annotations', () => {
  const schema = {
    properties: { description: { type: 'string' }, title: { const: { title: 'a' } }, examples: true },
    required: ['description'],
    enum: [{ description: 'b' }],
  };

  expect(withoutAnnotations(schema)).toEqual(schema);
});
