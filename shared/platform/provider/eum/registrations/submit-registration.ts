import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  ConflictException,
  CreateRegistrationAssociationCommand,
  CreateRegistrationAttachmentCommand,
  CreateRegistrationCommand,
  CreateRegistrationVersionCommand,
  DescribeRegistrationAttachmentsCommand,
  type PinpointSMSVoiceV2Client,
  PutRegistrationFieldValueCommand,
  SubmitRegistrationVersionCommand,
} from '@aws-sdk/client-pinpoint-sms-voice-v2';
import { choicesOf, type FieldValue } from './check-field';
import { DRAFT_TAG, type SubmissionPlan } from './plan-submission';

const UPLOAD_CHECKS = 30;
const UPLOAD_INTERVAL_MS = 2_000;

interface Files {
  /** Reads the file of an attachment. */
  readFile: (path: string) => Promise<Uint8Array>;
}

/**
 * Makes the steps of a plan. A call that breaks off leaves the registration as far as it came: the next plan goes on from there.
 *
 * @returns the id of the registration
 */
export async function submitRegistration(
  eum: PinpointSMSVoiceV2Client,
  plan: SubmissionPlan,
  { readFile }: Files,
): Promise<string> {
  // 1. The registration, and a version that can be edited.
  const id = plan.registration?.id ?? (await create(eum, plan));
  if (plan.needsVersion) await eum.send(new CreateRegistrationVersionCommand({ RegistrationId: id }));

  // 2. Its brand or number.
  if (plan.associate) {
    const association = { RegistrationId: id, ResourceId: plan.associate.id };
    await eum.send(new CreateRegistrationAssociationCommand(association));
  }

  // 3. A new version is empty, so that every value is put.
  for (const [path, value] of Object.entries(plan.draft.fields)) {
    const input = await valueInput(eum, { plan, path, value, readFile });
    await eum.send(new PutRegistrationFieldValueCommand({ RegistrationId: id, FieldPath: path, ...input }));
  }

  // 4. The submission.
  await submit(eum, id);
  return id;
}

async function create(eum: PinpointSMSVoiceV2Client, plan: SubmissionPlan): Promise<string> {
  const { type, key } = plan.draft;
  const { RegistrationId: id = '' } = await eum.send(
    new CreateRegistrationCommand({
      RegistrationType: type,
      Tags: [{ Key: DRAFT_TAG, Value: key }],
      ClientToken: tokenOf(type, key, ...plan.ended),
    }),
  );
  return id;
}

/** A submission whose answer was lost, and that the SDK has sent again, is one that was made. */
async function submit(eum: PinpointSMSVoiceV2Client, id: string): Promise<void> {
  try {
    await eum.send(new SubmitRegistrationVersionCommand({ RegistrationId: id }));
  } catch (error) {
    const isMade = error instanceof ConflictException && error.Reason === 'REGISTRATION_ALREADY_SUBMITTED';
    if (!isMade) throw error;
  }
}

async function valueInput(
  eum: PinpointSMSVoiceV2Client,
  { plan, path, value, readFile }: Files & { plan: SubmissionPlan; path: string; value: FieldValue },
): Promise<{ TextValue: string } | { SelectChoices: string[] } | { RegistrationAttachmentId: string }> {
  const [text = ''] = choicesOf(value);
  switch (plan.definitions.find((one) => one.path === path)?.type) {
    case 'SELECT':
      return { SelectChoices: choicesOf(value) };
    case 'ATTACHMENT':
      return { RegistrationAttachmentId: await upload(eum, await readFile(text)) };
    default:
      return { TextValue: text };
  }
}

/** @throws Error when AWS does not take the file */
async function upload(eum: PinpointSMSVoiceV2Client, file: Uint8Array): Promise<string> {
  const created = await eum.send(
    new CreateRegistrationAttachmentCommand({ AttachmentBody: file, ClientToken: tokenOf(file) }),
  );
  const { RegistrationAttachmentId: id = '' } = created;
  let status = created.AttachmentStatus;
  for (let checks = 0; status === 'UPLOAD_IN_PROGRESS' && checks < UPLOAD_CHECKS; checks += 1) {
    await sleep(UPLOAD_INTERVAL_MS);
    const { RegistrationAttachments: [found] = [] } = await eum.send(
      new DescribeRegistrationAttachmentsCommand({ RegistrationAttachmentIds: [id] }),
    );
    status = found?.AttachmentStatus;
  }
  if (status !== 'UPLOAD_COMPLETE') throw new Error(`AWS has not taken the attachment ${id}: ${status}.`);
  return id;
}

/** Returns the same client token, of 64 characters, for the same parts. */
function tokenOf(...parts: Array<string | Uint8Array>): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('hex');
}
