import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BillOfMaterials, keepComponents, refsOf } from '../../../../lib/sbom/bill-of-materials';

describe('packages of files', () => {
  let root: string;
  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'sbom-'));
    const packages = {
      '': { name: 'service', version: '1.0.0' },
      'node_modules/one': { version: '1.0.0' },
      'node_modules/@a/two': { version: '2.0.0' },
      'node_modules/@a/two/node_modules/one': { version: '1.5.0' },
      'node_modules/alias': { name: 'three', version: '3.0.0' },
      'node_modules/moment-timezone': { version: '0.6.6' },
    };
    writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages }));
  });
  afterAll(() => rmSync(root, { recursive: true }));

  it('are named by the lockfile, each once', () => {
    const files = [
      'functions/http/one.ts',
      'node_modules/one/index.js',
      'node_modules/one/lib/other.js',
      'node_modules/@a/two/node_modules/one/index.js',
      'node_modules/@a/two/index.js',
      'node_modules/alias/index.js',
    ];
    expect([...refsOf(root, files)]).toEqual(['one@1.0.0', 'one@1.5.0', '@a/two@2.0.0', 'three@3.0.0']);
  });

  it('are also those whose data were generated', () => {
    const files = ['shared/time-zones/generated/time-zone-data.js', 'shared/http/generated/openapi.js'];
    expect([...refsOf(root, files)]).toEqual(['moment-timezone@0.6.6']);
  });

  it('are not guessed', () => {
    expect(() => refsOf(root, ['node_modules/four/index.js'])).toThrow(
      'node_modules/four is not in package-lock.json',
    );
  });
});

describe('the bill of materials', () => {
  const component = (ref: string, properties: Array<{ name: string }> = []) => ({
    'bom-ref': ref,
    properties,
  });
  const all: BillOfMaterials = {
    bomFormat: 'CycloneDX',
    metadata: { component: { 'bom-ref': 'service@1.0.0' } },
    components: [
      component('one@1.0.0', [{ name: 'cdx:npm:package:development' }, { name: 'other' }]),
      component('two@2.0.0'),
      component('two@2.0.0'),
      component('tool@3.0.0'),
    ],
    dependencies: [
      { ref: 'service@1.0.0', dependsOn: ['one@1.0.0', 'tool@3.0.0'] },
      { ref: 'one@1.0.0', dependsOn: ['two@2.0.0', 'two@2.0.0'] },
      { ref: 'two@2.0.0', dependsOn: [] },
      { ref: 'tool@3.0.0', dependsOn: ['two@2.0.0'] },
    ],
  };

  it('has what is deployed, once, and no mention of the rest', () => {
    expect(keepComponents(all, new Set(['one@1.0.0', 'two@2.0.0']))).toEqual({
      bomFormat: 'CycloneDX',
      metadata: { component: { 'bom-ref': 'service@1.0.0' } },
      components: [component('one@1.0.0', [{ name: 'other' }]), component('two@2.0.0')],
      dependencies: [
        { ref: 'service@1.0.0', dependsOn: ['one@1.0.0'] },
        { ref: 'one@1.0.0', dependsOn: ['two@2.0.0'] },
        { ref: 'two@2.0.0', dependsOn: [] },
      ],
    });
  });

  it('is not made where something deployed would be left out', () => {
    expect(() => keepComponents(all, new Set(['four@4.0.0']))).toThrow('npm does not list four@4.0.0');
  });
});
