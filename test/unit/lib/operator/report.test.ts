import { renderJson, renderText } from '../../../../lib/operator/report';

describe('a report', () => {
  it('is one JSON value and a line end', () => {
    expect(renderJson({ json: [{ id: 'acc_1', timeZone: undefined }], rows: [] })).toBe(
      '[\n  {\n    "id": "acc_1"\n  }\n]\n',
    );
  });

  it('is a table without colours', async () => {
    const text = await renderText({
      json: undefined,
      head: ['id', 'active'],
      rows: [
        ['acc_1', true],
        ['acc_2', undefined],
      ],
    });

    expect(text).toBe(
      [
        '┌───────┬────────┐',
        '│ id    │ active │',
        '├───────┼────────┤',
        '│ acc_1 │ yes    │',
        '│ acc_2 │        │',
        '└───────┴────────┘',
        '',
      ].join('\n'),
    );
  });

  it('is only its note when there is nothing to list', async () => {
    expect(await renderText({ json: [], head: ['id'], rows: [], note: 'There are no accounts.' })).toBe(
      'There are no accounts.\n',
    );
  });

  it('shows control characters of a text instead of obeying them', async () => {
    const text = await renderText({ json: undefined, rows: [['a\u001b[2Jb\r\u009b\u202e']] });

    expect(text).toContain('a\uFFFD[2Jb\uFFFD\uFFFD\uFFFD');
  });
});
