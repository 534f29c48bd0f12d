-- The statistics that gates and likelihood ask for; the others only tell what has changed since the last alignment.
SELECT sort, name, number FROM align_statistics
WHERE sort IN ('units', 'word', 'spread', 'kind', 'statement', 'lead', 'sentence');
