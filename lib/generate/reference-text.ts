import { marked } from 'marked';

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
}

/** Renders CommonMark with tables, as the descriptions are written. */
export function markdown(text: string): string {
  return marked.parse(text, { async: false, gfm: true });
}

export function inlineMarkdown(text: string): string {
  return marked.parseInline(text, { async: false, gfm: true });
}
