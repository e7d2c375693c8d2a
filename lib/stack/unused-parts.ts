/**
 * Parts of the SDK that handlers never run, in place of which their bundles have these: Node.js has SHA-256 of its own, and no
 * operation of AWS that they call signs a stream of events.
 */
export class Sha256Js {}
export class HeaderFormatter {}
