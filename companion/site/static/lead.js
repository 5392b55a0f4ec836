// What a printed code leads to is a page of the app, and that is shown by the first page of the site. It lies above the
// one with this script, however many folders, and whether or not the address ends with a slash.
const [, above, code] = location.pathname.match(/^(.*\/)(k\/[^/]+\/[^/]+?)(?:\/(?:index\.html)?)?$/) || [];
if (above) location.replace(`${above}#/${code}${location.search}`);
