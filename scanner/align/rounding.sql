-- A count to so many significant bits, to the nearest: small ones as they are.
CREATE OR REPLACE TEMP MACRO rounded(n, bits) AS (
    (n + (1 << greatest(0, length(bin(n)) - bits)) // 2) // (1 << greatest(0, length(bin(n)) - bits))
    * (1 << greatest(0, length(bin(n)) - bits))
);
