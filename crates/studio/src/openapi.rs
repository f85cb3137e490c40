//! The interface described for programs (OpenAPI 3.1), made from the table of routes and the wire types.

use axum::Json;
use axum::http::Method;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

use crate::route::{Access, Route};
use crate::routes::routes;
use crate::wire;

/// GET /api/openapi.json
pub async fn serve() -> Json<Value> {
    Json(description(&routes()))
}

pub fn description(routes: &[Route]) -> Value {
    let mut paths: Map<String, Value> = Map::new();
    for route in routes {
        let operations = paths.entry(path(route)).or_insert_with(|| json!({}));
        operations[route.method.as_str().to_ascii_lowercase()] = operation(route);
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Hetman studio",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "What the pages of the studio use, and programs may use too. Requests that come from a browser must \
                come from the studio's own page; where the studio can be reached from other machines, send its token as \
                `Authorization: Bearer TOKEN`. Routes that say `x-access: seat` are open to the people of that game too.",
        },
        "paths": paths,
        "components": { "schemas": schemas() },
    })
}

/// The path as OpenAPI writes it: it has no sign for parts that may hold slashes.
fn path(route: &Route) -> String {
    route.path.replace("{*", "{")
}

/// The parts of a path that are left open.
fn open_parts(path: &str) -> Vec<Value> {
    let names = path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'));
    names.map(|name| json!({ "name": name, "in": "path", "required": true, "schema": { "type": "string" } })).collect()
}

fn operation(route: &Route) -> Value {
    let mut operation = json!({
        "summary": route.summary,
        "responses": {
            "200": { "description": "As asked", "content": content(route) },
            "default": {
                "description": "Refused, with a sentence that says what to do",
                "content": { "application/json": { "schema": reference("Refusal") } },
            },
        },
    });
    if route.access == Access::Seat {
        operation["x-access"] = json!("seat");
    }
    let open_parts = open_parts(&path(route));
    if !open_parts.is_empty() {
        operation["parameters"] = json!(open_parts);
    }
    if let Some(request) = &route.request {
        operation["requestBody"] =
            json!({ "required": true, "content": { "application/json": { "schema": reference(request) } } });
    }
    if route.method == Method::GET {
        return operation;
    }
    operation["responses"]["409"] = json!({ "description": "Not in this state" });
    operation
}

fn content(route: &Route) -> Value {
    match &route.response {
        None => json!({}),
        Some(name) if route.is_list => {
            json!({ "application/json": { "schema": { "type": "array", "items": reference(name) } } })
        }
        Some(name) => json!({ "application/json": { "schema": reference(name) } }),
    }
}

fn reference(name: &str) -> Value {
    json!({ "$ref": format!("#/components/schemas/{name}") })
}

fn schemas() -> Map<String, Value> {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.definitions_path = "/components/schemas".into();
        settings.meta_schema = None;
    });
    let named = wire::schemas(&mut settings.into_generator());
    named.into_iter().map(|(name, schema)| (name.to_owned(), schema)).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn references(value: &Value, into: &mut BTreeSet<String>) {
        match value {
            Value::Object(map) => map.iter().for_each(|(key, value)| match value.as_str() {
                Some(path) if key == "$ref" => drop(into.insert(path.to_owned())),
                _ => references(value, into),
            }),
            Value::Array(list) => list.iter().for_each(|value| references(value, into)),
            _ => {}
        }
    }

    #[test]
    fn every_route_is_described_and_every_reference_leads_somewhere() {
        let description = description(&routes());
        for route in routes() {
            let operation = &description["paths"][path(&route)][route.method.as_str().to_ascii_lowercase()];
            assert_eq!(operation["summary"], route.summary, "{}", route.path);
            assert!(!route.summary.is_empty(), "{}", route.path);
        }
        let mut found = BTreeSet::new();
        references(&description, &mut found);
        assert!(found.len() > 10, "{found:?}");
        for path in found {
            let pointer = path.trim_start_matches('#');
            assert!(description.pointer(pointer).is_some(), "{path} leads nowhere");
        }
    }
}
