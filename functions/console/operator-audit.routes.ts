import { AUDIT_FILE, auditPage } from './audit.routes';
import { declareForOperators } from './declare';

export const listServiceAudit = declareForOperators({
  operationId: 'listServiceAudit',
  method: 'GET',
  path: 'audit',
  summary: 'List who changed what above accounts, newest first',
  access: { query: ['serviceAudit'] },
  ...auditPage({
    action: 'inviteOperator',
    target: { type: 'user', id: 'usr_01KJMNEX00D4VQ6N2M8XJ1PZRS' },
  }),
});

export const exportServiceAudit = declareForOperators({
  operationId: 'exportServiceAudit',
  method: 'GET',
  path: 'audit/export',
  summary: 'The audit log of the service as text, newest first',
  access: { query: ['serviceAudit'] },
  ...AUDIT_FILE,
});

export const OPERATOR_AUDIT_ROUTES = [listServiceAudit, exportServiceAudit];
