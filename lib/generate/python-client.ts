import type { ClientOperation, Schema } from './client-document';

/** Writes the schemas of the document as types of Python. Keys such as `from` are no names there, so none has a class body. */
export function pythonTypes(schemas: Readonly<Record<string, Schema>>, note: string): string {
  const types = Object.entries(schemas).map(([name, schema]) => defineType(name, schema));
  return `"""${note}"""\n\nfrom typing import Any, Dict, List, Literal, TypedDict, Union\n\n${types.join('\n')}`;
}

function defineType(name: string, schema: Schema): string {
  const { properties, required = [] } = schema;
  if (!properties) return `${name} = ${typeOf(schema, { isQuoted: true })}\n`;
  const fieldsOf = (isRequired: boolean) =>
    Object.entries(properties)
      .filter(([key]) => required.includes(key) === isRequired)
      .map(([key, inner]) => `    ${JSON.stringify(key)}: ${typeOf(inner, { isQuoted: true })},\n`)
      .join('');
  return `_${name}Required = TypedDict("_${name}Required", {\n${fieldsOf(true)}})
_${name}Optional = TypedDict("_${name}Optional", {\n${fieldsOf(false)}}, total=False)


class ${name}(_${name}Required, _${name}Optional):
    ${JSON.stringify(schema.description ?? name)}\n\n`;
}

/** Returns the type of a schema; `isQuoted` where a name may be defined further below. */
function typeOf(schema: Schema, options: { isQuoted: boolean }): string {
  const { $ref, type, items, additionalProperties } = schema;
  if ($ref !== undefined) {
    const name = $ref.split('/').at(-1) ?? '';
    return options.isQuoted ? JSON.stringify(name) : `t.${name}`;
  }
  const variants = schema.oneOf ?? schema.anyOf;
  if (variants) return union(variants.map((variant) => typeOf(variant, options)));
  const values = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
  if (values) return `Literal[${values.map(literal).join(', ')}]`;
  if (Array.isArray(type)) return union(type.map((one) => typeOf({ ...schema, type: one }, options)));
  switch (type) {
    case 'string':
      return 'str';
    case 'integer':
      return 'int';
    case 'number':
      return 'float';
    case 'boolean':
      return 'bool';
    case 'null':
      return 'None';
    case 'array':
      return `List[${items ? typeOf(items, options) : 'Any'}]`;
    default:
      return `Dict[str, ${typeof additionalProperties === 'object' ? typeOf(additionalProperties, options) : 'Any'}]`;
  }
}

const union = (types: string[]) => `Union[${[...new Set(types)].join(', ')}]`;
const literal = (value: unknown) => (value === null ? 'None' : JSON.stringify(value));

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Writes a method for each operation: sync, async, and for each list one that goes through its pages. */
export function pythonOperations(operations: readonly ClientOperation[], note: string): string {
  const classOf = (isAsync: boolean) =>
    operations.map((operation) => methodsOf(operation, isAsync)).join('\n');
  return `"""${note}"""

from typing import Any, AsyncIterator, Dict, Iterator, List, Literal, Optional, Union

from . import types as t


class Operations:
    def _call(self, operation: Dict[str, Any], path: Dict[str, Any], query: Dict[str, Any], body: Any) -> Any:
        raise NotImplementedError

    def _iterate(self, operation: Dict[str, Any], path: Dict[str, Any], query: Dict[str, Any]) -> Iterator[Any]:
        raise NotImplementedError

${classOf(false)}

class AsyncOperations:
    async def _call(self, operation: Dict[str, Any], path: Dict[str, Any], query: Dict[str, Any], body: Any) -> Any:
        raise NotImplementedError

    def _iterate(self, operation: Dict[str, Any], path: Dict[str, Any], query: Dict[str, Any]) -> AsyncIterator[Any]:
        raise NotImplementedError

${classOf(true)}`;
}

function methodsOf(operation: ClientOperation, isAsync: boolean): string {
  const { id, method, path, takesKey, pages, summary, body, isBodyRequired, answers } = operation;
  const query = Object.entries(operation.query);
  const bodyType = body && typeOf(body, { isQuoted: false });
  const parameters = [
    'self',
    ...operation.pathParameters.map((name) => `${snake(name)}: str`),
    ...(bodyType === undefined
      ? []
      : [isBodyRequired ? `body: ${bodyType}` : `body: Optional[${bodyType}] = None`]),
    ...(query.length > 0 ? ['*'] : []),
    ...query.map(
      ([name, schema]) => `${snake(name)}: Optional[${typeOf(schema, { isQuoted: false })}] = None`,
    ),
  ].join(', ');
  const row = `{"method": "${method}", "path": "${path}", "takes_key": ${takesKey ? 'True' : 'False'}, "pages": ${pages ? `"${pages}"` : 'None'}}`;
  const dictOf = (names: string[]) => `{${names.map((name) => `"${name}": ${snake(name)}`).join(', ')}}`;
  const given = `${row}, ${dictOf(operation.pathParameters)}, ${dictOf(query.map(([name]) => name))}`;
  const type =
    answers.length === 0 ? 'None' : union(answers.map((answer) => typeOf(answer, { isQuoted: false })));
  const call = `    ${isAsync ? 'async ' : ''}def ${snake(id)}(${parameters}) -> ${type}:
        ${JSON.stringify(`${summary}.`)}
        return ${isAsync ? 'await ' : ''}self._call(${given}, ${body ? 'body' : 'None'})\n`;
  if (!pages) return call;
  return `${call}
    def iterate_${snake(id).replace(/^list_/, '')}(${parameters}) -> ${isAsync ? 'AsyncIterator' : 'Iterator'}[Any]:
        ${JSON.stringify(`${summary}: all of them, page after page.`)}
        return self._iterate(${given})\n`;
}
