import { readCountryName } from './read-value';

/** ISO 3166-1 alpha-3 and the alpha-2 code of the same country, of those whose alpha-2 code is not its beginning. */
const OTHERS = new Map(
  (
    'AND:AD ARE:AE ATG:AG AGO:AO ATA:AQ ARM:AM ABW:AW AUT:AT BIH:BA BGD:BD BRB:BB BEN:BJ BLM:BL BRN:BN BES:BQ BLR:BY ' +
    'BLZ:BZ COD:CD CAF:CF COG:CG CHL:CL CHN:CN COK:CK COM:KM CPV:CV CUW:CW CYM:KY DNK:DK ECU:EC EST:EE ESH:EH FLK:FK ' +
    'FSM:FM FRO:FO GRD:GD GUF:GF GRL:GL GIN:GN GLP:GP GNQ:GQ GNB:GW GUY:GY IRL:IE ISR:IL IRQ:IQ JAM:JM KNA:KN PRK:KP ' +
    'KOR:KR KAZ:KZ LBR:LR LBY:LY MDG:MG MTQ:MQ MDV:MV MEX:MX MOZ:MZ MLT:MT MAC:MO MNP:MP MNE:ME MAF:MF MRT:MR MHL:MH ' +
    'MYT:YT MCO:MC MDA:MD NIU:NU PNG:PG PAK:PK POL:PL SPM:PM PCN:PN PRT:PT PLW:PW PRY:PY PSE:PS PYF:PF SRB:RS SLB:SB ' +
    'SWE:SE SVN:SI SVK:SK SEN:SN SUR:SR SLV:SV SWZ:SZ SYC:SC TCD:TD ATF:TF TKM:TM TUN:TN TUR:TR TUV:TV TZA:TZ UKR:UA ' +
    'URY:UY VAT:VA WLF:WF CHE:CH CIV:CI CMR:CM CRI:CR DEU:DE ESP:ES IDN:ID IND:IN IOT:IO SGS:GS SJM:SJ STP:ST GBR:GB ' +
    'ALA:AX BDI:BI BMU:BM BHS:BS BHR:BH BRA:BR BTN:BT BVT:BV BWA:BW LKA:LK LSO:LS LTU:LT LUX:LU LVA:LV LCA:LC KHM:KH KIR:KI'
  )
    .split(' ')
    .map((pair) => pair.split(':') as [string, string]),
);

/** Amazon Pinpoint has a country as alpha-2 or alpha-3 code; other text stays as it is. */
export function alpha2Of(text: string): string {
  const code = text.trim().toUpperCase();
  if (!/^[A-Z]{3}$/.test(code)) return readCountryName(text);
  return OTHERS.get(code) ?? readCountryName(code.slice(0, 2));
}
