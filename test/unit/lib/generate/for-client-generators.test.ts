import { forClientGenerators } from '../../../../lib/generate/for-client-generators';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const answer = (schema: object) => ({
  description: 'An answer.',
  content: { 'application/json': { schema } },
});

const schemas = {
  Time: { type: 'string', format: 'date-time', pattern: '^.{24}$', maxLength: 24 },
  Phone: { type: 'string', pattern: String.raw`^\+\d+$`, maxLength: 16, examples: ['+12125550123'] },
  Sent: { type: 'object', properties: { status: { type: 'string', const: 'sent' }, at: ref('Time') } },
  Failed: { type: 'object', properties: { status: { type: 'string', const: 'failed' }, to: ref('Phone') } },
  Message: {
    oneOf: [ref('Sent'), ref('Failed')],
    discriminator: { propertyName: 'status', mapping: { sent: '#/…/Sent', failed: '#/…/Failed' } },
  },
  Tried: {
    type: 'object',
    properties: { to: { oneOf: [ref('Phone'), { type: 'null' }], description: 'Null when erased.' } },
  },
};
const send = { operationId: 'send', responses: { 200: answer(ref('Tried')), 201: answer(ref('Message')) } };
const read = { operationId: 'read', responses: { 200: answer(ref('Message')), 404: answer(ref('Tried')) } };
const document = forClientGenerators({
  openapi: '3.1.0',
  paths: { '/x': { post: send, get: read } },
  components: { schemas },
});

it('has one type for the answers of an operation with several', () => {
  expect(document.components.schemas.SendAnswer).toEqual({
    description: 'One of the answers with 200 or 201.',
    anyOf: [ref('Message'), ref('Tried')],
  });
  expect(document.paths).toEqual({
    '/x': {
      post: { ...send, responses: { 200: answer(ref('SendAnswer')), 201: answer(ref('Message')) } },
      get: read,
    },
  });
});

it('has no pattern of a time and of a text that can be null, whose length stays', () => {
  expect(document.components.schemas).toMatchObject({
    Phone: schemas.Phone,
    Time: { type: 'string', format: 'date-time', maxLength: 24 },
    Tried: {
      properties: { to: { type: ['string', 'null'], maxLength: 16, description: 'Null when erased.' } },
    },
  });
  expect(document.components.schemas.Time).not.toHaveProperty('pattern');
  expect(document.components.schemas.Tried).not.toHaveProperty('properties.to.pattern');
});

it('names the values of the property by which the objects of a choice differ', () => {
  expect(document.components.schemas.Message).toEqual({
    ...schemas.Message,
    type: 'object',
    properties: { status: { type: 'string', enum: ['sent', 'failed'] } },
    required: ['status'],
    unevaluatedProperties: true,
  });
});
