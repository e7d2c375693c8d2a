import type { ConditionInput } from '../../../audience/segments/audience';
import type { Context } from './context';
import { findField, type Field } from './field';
import { Findings } from './findings';
import type { Part } from './part';

/** Conditions of a path of a split. */
interface Conditions {
  /** Simple conditions. */
  conditions: Part[];
  /** `ALL` or `ANY`; absent: all. */
  operator?: Part;
}

/**
 * Translates the conditions of some paths of a split.
 *
 * @returns a condition for each path; `undefined` when a part of any cannot be translated: the rest alone would be met
 *   by other people
 */
export function readConditions(
  { findings, options }: Context,
  paths: Conditions[],
): ConditionInput[] | undefined {
  const tried = new Findings();
  const read = paths.map(({ conditions, operator }) => {
    if (operator) tried.cover(operator);
    const each = conditions.map((condition) => readSimple({ findings: tried, options }, condition));
    const translated = each.flatMap((one) => one ?? []);
    const isWhole = each.length > 0 && translated.length === each.length;
    return isWhole ? join(operator?.text === 'ANY' ? 'any' : 'all', translated) : undefined;
  });
  const all = read.flatMap((one) => one ?? []);
  const isUndone = all.length < paths.length;
  findings.include(tried, { isUndone });
  return isUndone ? undefined : all;
}

function join(how: 'all' | 'any', conditions: ConditionInput[]): ConditionInput {
  const [first, ...others] = conditions;
  if (first && others.length === 0) return first;
  return how === 'any' ? { any: conditions } : { all: conditions };
}

function readSimple(context: Context, condition: Part): ConditionInput | undefined {
  const { findings } = context;
  const event = condition.at('EventCondition');
  if (event.isGiven) {
    findings.left(event, 'An automation cannot ask whether an event happened.');
    return undefined;
  }
  const segment = condition.at('SegmentCondition', 'SegmentId');
  const parts = [
    ...(segment.isGiven ? [readSegment(context, segment)] : []),
    ...readDimensions(context, condition.at('SegmentDimensions')),
  ];
  if (parts.length === 0 || parts.some((part) => part === undefined)) return undefined;
  return join(
    'all',
    parts.flatMap((part) => part ?? []),
  );
}

function readSegment({ findings, options }: Context, part: Part): ConditionInput | undefined {
  const id = part.text ?? '';
  const choice = Object.hasOwn(options.segments, id) ? options.segments[id] : undefined;
  if (!choice) {
    findings.left(
      part,
      `The people of a segment are not in the document: --segment ${id}=seg_… names one with a filter.`,
    );
    return undefined;
  }
  const audience = 'audience' in choice ? choice.audience : undefined;
  const isFilterAlone = Object.entries(audience ?? {}).every(
    ([name, value]) => name === 'filter' || (Array.isArray(value) && value.length === 0),
  );
  if (!audience?.filter || !isFilterAlone) {
    findings.left(
      part,
      'A condition compares fields: only a segment that has nothing but a filter can be one.',
    );
    return undefined;
  }
  findings.taken(part, `The filter of ${'segmentId' in choice ? choice.segmentId : ''}.`);
  return audience.filter;
}

/** Translates the dimensions of a segment, all of which have to hold. */
function readDimensions(context: Context, dimensions: Part): Array<ConditionInput | undefined> {
  const { findings } = context;
  return dimensions.members.flatMap(([name, part]): Array<ConditionInput | undefined> => {
    switch (name) {
      case 'Attributes':
        return part.members.map(([key, one]) => readAttribute(context, `Attributes.${key}`, one));
      case 'UserAttributes':
        return part.members.map(([key, one]) => readAttribute(context, `User.UserAttributes.${key}`, one));
      case 'Metrics':
        return part.members.map(([key, one]) => readMetric(context, `Metrics.${key}`, one));
      case 'Location':
        return part.members.map(([key, one]) =>
          key === 'Country' ? readAttribute(context, 'Location.Country', one) : leave(context, one, 'GPS'),
        );
      default:
        findings.left(part, `Contacts have no ${name.toLowerCase()}.`);
        return [undefined];
    }
  });
}

function leave({ findings }: Context, part: Part, what: string): undefined {
  findings.left(part, `Contacts have no ${what} position.`);
}

function findFieldOf(context: Context, source: string, part: Part): (Field & { name: string }) | undefined {
  const field = findField(source, context.options);
  if (field?.name !== undefined) return { ...field, name: field.name };
  context.findings.left(part, `No field is known for it: say with --map "${source}=FIELD" which one it is.`);
  return undefined;
}

function readAttribute(context: Context, source: string, part: Part): ConditionInput | undefined {
  const { findings } = context;
  const field = findFieldOf(context, source, part);
  if (!field) return undefined;
  const type = part.at('AttributeType').text ?? part.at('DimensionType').text ?? 'INCLUSIVE';
  const condition = compare(field, type, part.at('Values').texts);
  if (condition) findings.taken(part, `${source} is ${field.name}.`);
  else findings.left(part, `${field.name} is of type ${field.kind}, which cannot be compared by ${type}.`);
  return condition;
}

function compare(
  { name: field, kind }: { name: string; kind: Field['kind'] },
  type: string,
  values: string[],
): ConditionInput | undefined {
  const [first] = values;
  if (first === undefined) return undefined;
  const each = (op: string, value: (text: string) => unknown): ConditionInput =>
    join(
      'any',
      values.map((text) => ({ field, op, value: value(text) })),
    );
  const isOneOf = (): ConditionInput => {
    if (kind === 'MULTI_SELECT') return { field, op: 'containsAny', value: values };
    if (kind === 'NUMBER') return { field, op: 'in', value: values.map(Number) };
    if (kind === 'BOOLEAN') return each('equals', (text) => text.toLowerCase() === 'true');
    return kind === 'DATE' ? each('equals', dayOf) : { field, op: 'in', value: values };
  };
  const isDate = kind === 'DATE';
  switch (type) {
    case 'INCLUSIVE':
      return isOneOf();
    case 'EXCLUSIVE':
      return { not: isOneOf() };
    case 'CONTAINS':
      if (kind === 'MULTI_SELECT') return isOneOf();
      return kind === 'TEXT' || kind === 'SINGLE_SELECT' ? each('contains', (text) => text) : undefined;
    case 'ON':
      return isDate ? isOneOf() : undefined;
    case 'BEFORE':
    case 'AFTER':
      return isDate ? { field, op: type.toLowerCase(), value: dayOf(first) } : undefined;
    case 'BETWEEN':
      return isDate && values.length === 2 ? { field, op: 'between', value: values.map(dayOf) } : undefined;
    default:
      return undefined;
  }
}

/** Returns the day of a time in ISO 8601. */
const dayOf = (text: string) => text.slice(0, 'YYYY-MM-DD'.length);

const METRIC_OPERATORS: Readonly<Record<string, string>> = {
  EQUAL: 'equals',
  GREATER_THAN: 'gt',
  GREATER_THAN_OR_EQUAL: 'gte',
  LESS_THAN: 'lt',
  LESS_THAN_OR_EQUAL: 'lte',
};

function readMetric(context: Context, source: string, part: Part): ConditionInput | undefined {
  const { findings } = context;
  const field = findFieldOf(context, source, part);
  if (!field) return undefined;
  const operator = part.at('ComparisonOperator').text ?? '';
  const op = Object.hasOwn(METRIC_OPERATORS, operator) ? METRIC_OPERATORS[operator] : undefined;
  const value = part.at('Value').number;
  if (field.kind !== 'NUMBER' || op === undefined || value === undefined) {
    findings.left(part, `${field.name} is of type ${field.kind}: a metric is compared with a NUMBER.`);
    return undefined;
  }
  findings.taken(part, `${source} is ${field.name}.`);
  return { field: field.name, op, value };
}
