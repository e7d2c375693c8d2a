import type { Actor, Person } from '../../../../shared/accounts/actor';
import { readAccount } from '../../../../shared/accounts/account';
import { createApiKey, revokeApiKey, rotateApiKey } from '../../../../shared/accounts/api-keys';
import { listChanges } from '../../../../shared/audit/list-changes';
import { readSchema } from '../../../../shared/audience/custom-fields/custom-field-schema';
import {
  createSegment,
  deleteSegment,
  updateSegment,
} from '../../../../shared/audience/segments/save-segment';
import { approveCampaign } from '../../../../shared/campaigns/plan/approve-campaign';
import { findRun } from '../../../../shared/campaigns/run/run-item';
import type { CampaignBody } from '../../../../shared/campaigns/plan/campaign.schema';
import { launchCampaign } from '../../../../shared/campaigns/plan/launch-campaign';
import { submitCampaign } from '../../../../shared/campaigns/plan/submit-campaign';
import { addLink } from '../../../../shared/content/link-store';
import { accountKey, apiKeyKey, contactKey, schemaKey } from '../../../../shared/platform/store/keys';
import { updateExpression } from '../../../../shared/platform/store/expressions';
import { changeRole, removeMember, removeUser } from '../../../../shared/users/change-members';
import { inviteUser } from '../../../../shared/users/manage-users';
import { removeMemberWithKeys } from '../../../../shared/users/remove-with-keys';
import type { Role } from '../../../../shared/users/role';
import { linkDomainOf, registerLink } from '../../../support/service/own-links';
import { type CampaignFixture, createCampaignFixture } from '../../../support/sending/campaign-fixture';
import { useEngine } from '../../../support/engines/engine';
import { START } from '../../../support/sending/jobs-fixture';

const LATER = new Date(Date.parse(START) + 2 * 3_600_000).toISOString();
/** Time at which a campaign begins to select when it is large. */
const AHEAD = new Date(Date.parse(START) + 3_600_000).toISOString();
const LAUNCHER_PERSON = { kind: 'operator' as const, id: 'ada' };
const LAUNCHER: Actor = LAUNCHER_PERSON;
const APPROVER: Actor = { kind: 'operator', id: 'eve' };
const CREDITS = 1_000;

const engine = useEngine();
let fixture: CampaignFixture;

/** Starts with an account in which some contacts have opted in, and others may. */
async function startWith(options: { optedIn: number; contacts: number; approvalAbove?: number }) {
  const { optedIn, contacts, approvalAbove } = options;
  fixture = await createCampaignFixture(engine.table, {
    ...{ contacts, smsCredits: CREDITS, mmsCredits: 0 },
    contact: (index) => (index < optedIn ? {} : { memberships: {} }),
  });
  await fixture.setAccount({ approvalAbove });
}

async function changeContacts(phones: string[], set: Record<string, unknown>) {
  for (const phone of phones) {
    const { written } = await fixture.deps.table.update({
      Key: contactKey(fixture.accountId, phone),
      ...updateExpression({ set }),
      ConditionExpression: 'attribute_exists(pk)',
    });
    expect(written).toBe(true);
  }
}

const optIn = (from: number, to: number) =>
  changeContacts(fixture.phones.slice(from, to), {
    memberships: { grp_1: { optInAt: START, tagIds: [] } },
  });

async function owner() {
  const { deps, accountId } = fixture;
  const account = await deps.table.get(accountKey(accountId));
  if (!account) throw new Error('No account');
  return { account: readAccount(account), schema: readSchema(await deps.table.get(schemaKey(accountId))) };
}

/** Submits a campaign for two hours later as this person, who may have no right to launch. */
async function submittedBy(actor: Actor): Promise<string> {
  const campaignId = await launchedBy(actor, { launch: false });
  await launchCampaign(fixture.deps, {
    ...(await owner()),
    campaignId,
    actor,
    submission: { note: undefined },
  });
  return campaignId;
}

/** Launches a campaign for two hours later as this person. */
async function launchedBy(actor: Actor, changes: Partial<CampaignBody> = {}): Promise<string> {
  const { body } = await submitCampaign(fixture.deps, {
    ...(await owner()),
    actor,
    body: {
      ...{ name: 'Spring', from: fixture.from, body: 'Hello', audience: { everyone: true } },
      ...{ purpose: 'informational', schedule: { at: LATER }, launch: true },
      ...changes,
    },
  });
  return (body as { id: string }).id;
}

const approve = async (campaignId: string, body: { comment?: string } = {}, actor = APPROVER) =>
  approveCampaign(fixture.deps, { ...(await owner()), campaignId, actor, readBody: () => body });

/** Runs until the campaign's time, at which it begins or not. */
async function begin(id: string) {
  await fixture.runUntil(async () => {
    const { completedAt, status } = await fixture.campaign(id);
    return completedAt !== undefined || status === 'awaitingApproval';
  });
  return fixture.campaign(id);
}

async function expectNothingSent() {
  expect(fixture.taken).toEqual([]);
  expect(await fixture.credits()).toEqual({ sms: CREDITS, mms: 0 });
}

const changes = async () => {
  const { deps, accountId } = fixture;
  const page = { limit: 10, place: undefined };
  return (await listChanges(deps, { accountId, filter: { actor: 'service' }, page })).entries;
};

describe('E4.7: a campaign that was approved', () => {
  beforeEach(() => startWith({ optedIn: 10, contacts: 12, approvalAbove: 5 }));

  it('begins with up to a tenth more recipients than the approval counted', async () => {
    const id = await launchedBy(LAUNCHER);
    expect(await approve(id, { comment: 'Fine.' })).toMatchObject({
      status: 'scheduled',
      decision: { status: 'approved', comment: 'Fine.' },
      decidedBy: APPROVER,
      approvedRecipients: 10,
    });
    await optIn(10, 11);

    expect(await begin(id)).toMatchObject({ status: 'completed', selected: 11, counts: { sent: 11 } });
  });

  it('waits again when its audience has grown by more, and sends and charges nothing', async () => {
    const id = await launchedBy(LAUNCHER);
    await approve(id);
    await optIn(10, 12);

    const waiting = await begin(id);

    expect(waiting).toMatchObject({
      status: 'awaitingApproval',
      putBack: { reason: 'audience_grew', approved: 10, now: 12 },
      jobCount: 0,
    });
    expect([waiting.decision, waiting.selected, waiting.startedAt]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    await expectNothingSent();
    expect(await changes()).toMatchObject([
      {
        actor: { type: 'service' },
        channel: 'service',
        action: 'awaitApproval',
        target: { type: 'campaign', id },
        related: 'audience_grew',
        changes: [{ from: 'selecting', to: 'awaitingApproval' }],
      },
    ]);
  });

  it('waits again as soon as it is selected ahead, and is selected anew when it is approved again', async () => {
    const id = await launchedBy(LAUNCHER);
    await approve(id);
    await optIn(10, 12);
    await fixture.change(id, { selectsAt: AHEAD });

    const waiting = await begin(id);
    expect(waiting).toMatchObject({
      status: 'awaitingApproval',
      putBack: { reason: 'audience_grew', approved: 10, now: 12 },
    });
    expect([waiting.startedAt, waiting.selectsAt]).toEqual([undefined, undefined]);
    expect(fixture.clock.now().toISOString() < LATER).toBe(true);
    await expectNothingSent();

    await approve(id);
    await fixture.change(id, { selectsAt: AHEAD });
    const ended = await begin(id);
    expect(ended).toMatchObject({ status: 'completed', selected: 12, counts: { sent: 12 } });
    expect(fixture.taken.map(({ to }) => to).sort()).toEqual(fixture.phones);
    expect(await fixture.credits()).toEqual({ sms: CREDITS - 2 * 12, mms: 0 });
  });

  it('waits again at its time when its launcher lost the right after it was selected', async () => {
    const id = await launchedBy(LAUNCHER);
    await approve(id);
    await fixture.change(id, { selectsAt: AHEAD });
    await fixture.runUntil(async () => (await findRun(engine.table, id))?.isWalked === true);
    await fixture.change(id, { launchedBy: { kind: 'user', id: 'usr_gone' } });

    expect(await begin(id)).toMatchObject({
      status: 'awaitingApproval',
      putBack: { reason: 'launcher_lost_right' },
      isLauncherGone: true,
    });
    await expectNothingSent();
  });

  it('goes to everyone once when it is approved again, also after its time', async () => {
    const id = await launchedBy(LAUNCHER);
    await approve(id);
    await optIn(10, 12);
    await begin(id);
    fixture.advance(3_600_000);

    await expect(approve(id, {}, LAUNCHER)).rejects.toMatchObject({ name: 'Forbidden' });
    expect(await approve(id)).toMatchObject({ status: 'scheduled', approvedRecipients: 12 });

    const ended = await begin(id);
    expect(ended).toMatchObject({ status: 'completed', selected: 12, counts: { sent: 12 } });
    expect(ended.putBack).toBeUndefined();
    expect(fixture.taken.map(({ to }) => to).sort()).toEqual(fixture.phones);
    expect(await fixture.credits()).toEqual({ sms: CREDITS - 2 * 12, mms: 0 });
  });

  it('waits again when its text is not the one that was approved', async () => {
    const id = await launchedBy(LAUNCHER);
    await approve(id);
    await fixture.change(id, { body: 'Something else' });

    expect(await begin(id)).toMatchObject({
      status: 'awaitingApproval',
      putBack: { reason: 'plan_changed' },
    });
    await expectNothingSent();
  });

  it('waits again when a link in it does not lead where it led at the approval', async () => {
    const { deps, accountId } = fixture;
    const link = `${linkDomainOf(accountId)}/spring`;
    await registerLink(deps, { accountId, link, url: 'https://www.example.com/spring' });
    const id = await launchedBy(LAUNCHER, { body: `Now: {{trackingLink "${link}"}}` });
    await approve(id);
    const turned = { accountId, link, url: 'https://other.example.com/', mayTurn: true };
    expect(await addLink(deps, turned)).toMatchObject({ added: { url: turned.url } });

    expect(await begin(id)).toMatchObject({
      status: 'awaitingApproval',
      putBack: { reason: 'plan_changed' },
    });
    await expectNothingSent();
    await approve(id);
    expect(await begin(id)).toMatchObject({ status: 'completed', counts: { sent: 10 } });
  });
});

describe('E4.7: a campaign that needed no approval', () => {
  beforeEach(() => startWith({ optedIn: 5, contacts: 6, approvalAbove: 5 }));

  it('waits for one when its audience has grown above the limit', async () => {
    const id = await launchedBy(LAUNCHER);
    expect(await fixture.campaign(id)).toMatchObject({ status: 'scheduled' });
    await optIn(5, 6);

    expect(await begin(id)).toMatchObject({
      status: 'awaitingApproval',
      putBack: { reason: 'audience_grew', approved: 5, now: 6 },
    });
    await expectNothingSent();

    await approve(id);
    expect(await begin(id)).toMatchObject({ status: 'completed', counts: { sent: 6 } });
  });

  it('begins with as many as the limit', async () => {
    expect(await begin(await launchedBy(LAUNCHER))).toMatchObject({ status: 'completed', selected: 5 });
  });
});

describe('E4.7: the segment of a campaign', () => {
  const SMITHS = { filter: { field: 'lastName', op: 'equals', value: 'Smith' } } as const;

  it('is copied at the launch: it may be changed and deleted afterwards', async () => {
    await startWith({ optedIn: 8, contacts: 8, approvalAbove: 2 });
    const { deps, accountId } = fixture;
    await changeContacts(fixture.phones.slice(0, 4), { lastName: 'Smith' });
    const { id: segmentId } = await createSegment(deps, {
      ...(await owner()),
      body: { name: 'Smiths', audience: SMITHS },
    });
    const id = await launchedBy(LAUNCHER, { audience: { segmentId } });
    await approve(id);

    const patch = { audience: { filter: { ...SMITHS.filter, op: 'notEquals' as const } } };
    await updateSegment(deps, { ...(await owner()), segmentId, patch });
    await deleteSegment(deps, { accountId, segmentId });

    expect(await begin(id)).toMatchObject({
      status: 'completed',
      selected: 4,
      audience: { kind: 'segment', segmentId },
    });
    expect(fixture.taken.map(({ to }) => to).sort()).toEqual(fixture.phones.slice(0, 4));
  });
});

describe('E4.7: who launched a campaign', () => {
  beforeEach(() => startWith({ optedIn: 3, contacts: 3 }));

  async function userWith(role: Role): Promise<Actor & { kind: 'user' }> {
    const { accountId, deps } = fixture;
    const invited = await inviteUser(deps, {
      email: `${role}-${Math.random()}@example.com`,
      access: { accountId, role },
    });
    if (!invited.invited) throw new Error('The user was not invited');
    return { kind: 'user', id: invited.user.id };
  }

  async function keyWith(scopes?: Array<'campaigns:launch' | 'campaigns:write'>, createdBy?: Person) {
    const { accountId, deps } = fixture;
    const created = await createApiKey(deps, accountId, { scopes, createdBy });
    if (!created) throw new Error('No key');
    return { kind: 'apiKey' as const, id: created.key.id };
  }

  async function expectPutBack(id: string) {
    expect(await begin(id)).toMatchObject({
      status: 'awaitingApproval',
      putBack: { reason: 'launcher_lost_right' },
    });
    await expectNothingSent();
  }

  it.each<[string, (userId: string) => Promise<unknown>]>([
    [
      'is an editor now',
      (userId) => changeRole(fixture.deps, { accountId: fixture.accountId, userId, role: 'editor' }),
    ],
    [
      'has lost the account',
      (userId) => removeMember(fixture.deps, { accountId: fixture.accountId, userId }),
    ],
    ['was removed', (userId) => removeUser(fixture.deps, userId)],
  ])('%s: it waits for an approval', async (_title, change) => {
    const launcher = await userWith('sender');
    const id = await launchedBy(launcher);
    await change(launcher.id);

    await expectPutBack(id);
  });

  it('has another role with the right: it begins', async () => {
    const launcher = await userWith('sender');
    const id = await launchedBy(launcher);
    const { accountId } = fixture;
    await changeRole(fixture.deps, { accountId, userId: launcher.id, role: 'admin' });

    expect(await begin(id)).toMatchObject({ status: 'completed', counts: { sent: 3 } });
  });

  it.each<[string, (place: { accountId: string; userId: string }) => Promise<unknown>]>([
    ['is an editor now', (place) => changeRole(fixture.deps, { ...place, role: 'editor' })],
    ['has lost the account', (place) => removeMember(fixture.deps, place)],
    ['was removed', ({ userId }) => removeUser(fixture.deps, userId)],
  ])('is a key whose maker %s: it waits for an approval', async (_title, change) => {
    const maker = await userWith('sender');
    const id = await launchedBy(await keyWith(undefined, maker));
    await change({ accountId: fixture.accountId, userId: maker.id });

    await expectPutBack(id);
  });

  it('is a key that was handed over to a user with the right: it begins', async () => {
    const { accountId, deps } = fixture;
    const [maker, heir] = [await userWith('sender'), await userWith('admin')];
    const id = await launchedBy(await keyWith(undefined, maker));
    await removeMemberWithKeys(deps, { accountId, userId: maker.id, handOverTo: heir });

    expect(await begin(id)).toMatchObject({ status: 'completed', counts: { sent: 3 } });
  });

  it('is a key that was revoked: it waits for an approval', async () => {
    const key = await keyWith();
    const id = await launchedBy(key);
    await revokeApiKey(fixture.deps, { accountId: fixture.accountId, keyId: key.id });

    await expectPutBack(id);
  });

  it('is a key that has expired: it waits for an approval', async () => {
    const { accountId, deps } = fixture;
    const created = await createApiKey(deps, accountId, { expiresInHours: 1 });
    const id = await launchedBy({ kind: 'apiKey', id: created?.key.id ?? '' });

    await expectPutBack(id);
  });

  it('is a key that has a new secret: it begins', async () => {
    const { accountId, deps } = fixture;
    const key = await keyWith();
    const id = await launchedBy(key);
    await rotateApiKey(deps, { accountId, keyId: key.id, by: LAUNCHER_PERSON, overlapHours: 1 });

    expect(await begin(id)).toMatchObject({ status: 'completed' });
  });

  it('is a key whose scope is gone: it waits for an approval', async () => {
    const key = await keyWith(['campaigns:launch', 'campaigns:write']);
    const id = await launchedBy(key);
    await fixture.deps.table.update({
      Key: apiKeyKey(key.id),
      ...updateExpression({ set: { scopes: ['campaigns:write'] } }),
      ConditionExpression: 'attribute_exists(pk)',
    });

    await expectPutBack(id);
  });

  describe('and was revoked, so that another user has approved the campaign', () => {
    let id: string;
    let approver: Actor;

    beforeEach(async () => {
      const key = await keyWith();
      id = await launchedBy(key);
      await revokeApiKey(fixture.deps, { accountId: fixture.accountId, keyId: key.id });
      await begin(id);
      approver = await userWith('sender');
      await approve(id, {}, approver);
    });

    it('does not count any more: it begins', async () => {
      expect(await begin(id)).toMatchObject({ status: 'completed', counts: { sent: 3 } });
    });

    it('does not count any more, but who approved it does', async () => {
      await removeUser(fixture.deps, approver.id);

      await expectPutBack(id);
    });
  });

  describe('and never had the right, so that a user with it approved what they submitted', () => {
    let id: string;
    let approver: Actor;

    beforeEach(async () => {
      id = await submittedBy(await userWith('editor'));
      approver = await userWith('sender');
      await approve(id, {}, approver);
    });

    it('is not asked for: it begins', async () => {
      expect(await begin(id)).toMatchObject({ status: 'completed', counts: { sent: 3 } });
    });

    it('is answered for by the approver, who is an editor now: it waits again', async () => {
      const { accountId } = fixture;
      await changeRole(fixture.deps, { accountId, userId: approver.id, role: 'editor' });
      await expectPutBack(id);

      await approve(id);
      expect(await begin(id)).toMatchObject({ status: 'completed', counts: { sent: 3 } });
    });

    it('covers no more people than were approved: it waits again', async () => {
      const otherId = await submittedBy(await userWith('editor'));
      await approve(otherId);
      await fixture.change(otherId, { approvedRecipients: 2 });

      expect(await begin(otherId)).toMatchObject({
        status: 'awaitingApproval',
        putBack: { reason: 'audience_grew', approved: 2, now: 3 },
      });
    });
  });
});
