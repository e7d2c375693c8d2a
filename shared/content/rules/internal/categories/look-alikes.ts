/**
 * Letters that look like a Latin one, as pairs of strings: each character of the first folds to the character at the
 * same place of the second.
 */
export const LOOK_ALIKES: readonly (readonly [string, string])[] = [
  ['авеѕіјкмнорстухһѵԁԛԝёь', 'abesijkmhopctyxhvdqweb'],
  ['АВЕЅІЈКМНОРСТУХҺԀԚԜЁ', 'ABESIJKMHOPCTYXHDQWE'],
  ['αβγεηικνορτυχωϲϳ', 'abyenikvoptuxwcj'],
  ['ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹ', 'ABEZHIKMNOPTYXC'],
  ['ɑɡɩɪʀʏɴʟʜʙƅᴀᴄᴅᴇᴊᴋᴍᴏᴘᴛᴜᴠᴡᴢꜰꜱɢ', 'agiirynlhbbacdejkmoptuvwzfsg'],
];

/** Letters of European languages that do not decompose into a base letter and an accent. */
export const ACCENTED: readonly (readonly [string, string])[] = [['ıłøđħŧŁØĐĦŦ', 'ilodhtLODHT']];

/** Punctuation that replaces an ASCII sign. */
export const PUNCTUATION: readonly (readonly [string, string])[] = [
  ['’‘ʼ´', "''''"],
  ['–—‐‑‒−', '------'],
  ['。．｡․·•∙⋅', '........'],
];
