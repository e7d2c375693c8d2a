import { mergeContacts } from '../../../../../shared/audience/consent/merge-contacts';
import { previewMerge } from '../../../../../shared/audience/consent/preview-merge';
import { createContact } from '../../../../../shared/audience/contacts/create-contact';
import { readSchema } from '../../../../../shared/audience/custom-fields/custom-field-schema';
import { receiveInbound } from '../../../../../shared/inbound/receive-inbound';
import { erasureItem } from '../../../../../shared/erasure/erasure';
import { requestErasure } from '../../../../../shared/erasure/request-erasure';
import { runErasures } from '../../../../../shared/erasure/run-erasures';
import { CONSENT_LOG_PREFIX, contactKey } from '../../../../../shared/platform/store/keys';
