/**
 * Parts of the SDK that handlers never run, in place of which their bundles have these: Node.js has SHA-256 of its own, no
 * operation of AWS that they call signs a stream of events, and the table's own client finds its endpoint without the rules of
 * the SDK's.
 */
export class Sha256Js {}
export class HeaderFormatter {}
export const bdd = undefined;
