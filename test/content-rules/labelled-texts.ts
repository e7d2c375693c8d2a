import type { ContentCategory } from '../../shared/content/rules/content-category';
import { BAD_GOODS } from './texts/bad-goods';
import { BAD_PEOPLE } from './texts/bad-people';
import { BAD_PHISHING } from './texts/bad-phishing';
import { FINAL_BAD } from './texts/final-bad';
import { FINAL_ORDINARY } from './texts/final-ordinary';
import { ORDINARY_BRANDS } from './texts/ordinary-brands';
import { ORDINARY_CHURCHES } from './texts/ordinary-churches';
import { ORDINARY_CLINICS } from './texts/ordinary-clinics';
import { ORDINARY_RETAIL } from './texts/ordinary-retail';
import { ORDINARY_SCHOOLS } from './texts/ordinary-schools';
import { ORDINARY_SERVICES } from './texts/ordinary-services';

/** Texts with a known result: ordinary ones pass, bad ones are refused. */
export interface LabelledTexts {
  readonly ordinary: readonly string[];
  readonly bad: Readonly<Record<ContentCategory, readonly string[]>>;
}

/** 500 ordinary and 300 bad texts, written before any rule was tuned on them. */
export const FRESH_TEXTS: LabelledTexts = {
  ordinary: [
    ...ORDINARY_RETAIL,
    ...ORDINARY_SCHOOLS,
    ...ORDINARY_CHURCHES,
    ...ORDINARY_CLINICS,
    ...ORDINARY_SERVICES,
    ...ORDINARY_BRANDS,
  ],
  bad: { ...BAD_GOODS, ...BAD_PEOPLE, phishing: BAD_PHISHING },
};

/** 100 ordinary and 60 bad texts more that no rule is tuned on. */
export const FINAL_TEXTS: LabelledTexts = { ordinary: FINAL_ORDINARY, bad: FINAL_BAD };
