import type { WorldAccount } from './seeded-account';
import type { Taken } from './simulated-provider';
import { pick, say, type Scene } from './traffic';
import type { World } from './world';

/** Click on the tracking link of a message, by a person or a program. */
export interface Click {
  account: WorldAccount;
  messageId: string;
  providerMessageId: string;
  isByPerson: boolean;
  /** Answer of the service; absent when none came. */
  answer?: { status: number; target: string | undefined };
}

const BROWSER = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148';
const PREVIEW = 'WhatsApp/2.23.20.0 A';
/** Target of all short links. */
export const TARGET = 'https://example.com/';
const CLICKS = 8;
const ANSWERS = 4;
/** Time in which people click and answer: longer than texts are sent for. */
const LASTS_MS = 8 * 60_000;
const SHARE_WITH_LINK = 0.5;
const SHARE_OF_PEOPLE = 0.8;

/** Adds a tracking link to half of the texts of an account that has one. */
export const withLink = (random: () => number, { link }: WorldAccount, body: string): string =>
  link !== undefined && random() < SHARE_WITH_LINK ? `${body} {{trackingLink "${link}"}}` : body;

const urlIn = ({ message }: Taken): string | undefined => /https:\/\/\S+\?r=\w+/.exec(message.body)?.[0];

/** Returns the last message that the provider took for a phone. */
export const lastTakenFor = ({ provider }: World, phone: string): Taken | undefined =>
  provider.taken.findLast(({ message }) => message.to === phone);

/** Has people click the links of texts, some of them twice, and answer texts, in accounts that give feedback. */
export function planFeedback(scene: Scene, accounts: WorldAccount[]): void {
  const { simulation, provider } = scene.world;
  const { random } = simulation;
  for (const account of accounts.filter(({ link }) => link !== undefined)) {
    for (let times = 0; times < CLICKS; times++)
      simulation.after(random() * LASTS_MS, () => {
        const texts = provider.taken.filter((one) => urlIn(one)?.includes(String(account.link)));
        if (texts.length === 0) return;
        const taken = pick(random, texts);
        void click(scene, account, taken);
        if (random() < 0.3) simulation.after(random() * 2_000, () => void click(scene, account, taken));
      });
    for (let times = 0; times < ANSWERS; times++)
      simulation.after(random() * LASTS_MS, () => {
        const texts = provider.taken.filter(({ message }) => account.members.includes(message.to));
        if (texts.length === 0) return;
        const { to } = pick(random, texts).message;
        say(scene, account, pick(random, ['Hello', 'HELP']), to);
        if (random() < 0.3) say(scene, account, 'Thanks', to);
      });
  }
}

async function click({ world, traffic }: Scene, account: WorldAccount, taken: Taken): Promise<void> {
  const { simulation } = world;
  const { messageId } = taken.message;
  const isByPerson = simulation.random() < SHARE_OF_PEOPLE;
  const clicked: Click = { account, messageId, providerMessageId: taken.providerMessageId, isByPerson };
  traffic.clicks.push(clicked);
  const answer = await world.follow(new URL(urlIn(taken) ?? ''), isByPerson ? BROWSER : PREVIEW);
  if (answer) clicked.answer = answer;
  simulation.note(`  the link of ${messageId} is followed: ${answer?.status ?? 'no answer'}`);
}
