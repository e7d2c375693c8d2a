/**
 * CloudFront Function that judges each request for a short link before the cache: what can be no link, and what no person
 * asks for, goes no further. It is the source as it runs: no imports, and JavaScript of `cloudfront-js-2.0`.
 */

/** Headers with which browsers announce that they load a page before a person has asked for it. */
const PURPOSES = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'];
const MOST_CHARACTERS = 200;

// CloudFront calls it by this name.
// oxlint-disable-next-line no-unused-vars
function handler(event) {
  const request = event.request;
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return refuse(405, 'Method Not Allowed', { allow: { value: 'GET, HEAD' } });
  }
  const host = request.headers.host ? request.headers.host.value : '';
  if (host.length + request.uri.length > MOST_CHARACTERS || !canBeLink(request.uri)) {
    return refuse(404, 'Not Found', {});
  }
  // A browser drops this answer, and asks again when the person follows the link.
  if (isPrefetch(request.headers)) return refuse(503, 'Service Unavailable', {});
  return request;
}

function canBeLink(uri) {
  return uri
    .slice(1)
    .split('/')
    .every(function (segment) {
      return /^[A-Za-z0-9._~-]+$/.test(segment) && segment !== '.' && segment !== '..';
    });
}

function isPrefetch(headers) {
  return PURPOSES.some(function (name) {
    return headers[name] !== undefined && /prefetch|prerender|preview/i.test(headers[name].value);
  });
}

function refuse(statusCode, statusDescription, headers) {
  headers['cache-control'] = { value: 'no-store' };
  return { statusCode: statusCode, statusDescription: statusDescription, headers: headers };
}
