import { join } from 'node:path';
import { makeBillOfMaterials } from '../lib/sbom/bill-of-materials';

/** Prints the software bill of materials of the deployment, in CycloneDX: `npm run --silent sbom > sbom.cdx.json`. */
const bill = await makeBillOfMaterials(join(import.meta.dirname, '..'));
process.stdout.write(`${JSON.stringify(bill, undefined, 2)}\n`);
