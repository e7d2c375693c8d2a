import { byRoute } from '../../shared/http/by-route';
import * as listGroups from './list-groups';
import * as getGroup from './get-group';
import * as getCustomFieldSchema from './get-custom-field-schema';

/** The routes that read groups and the schema of custom fields. */
export const handler = byRoute([listGroups, getGroup, getCustomFieldSchema]);
